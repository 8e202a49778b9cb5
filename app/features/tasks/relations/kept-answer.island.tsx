import { useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { readCopy, writeCopy } from "~/lib/text-copies";
import { useRootData } from "~/ui/root-data";
import { writeTyped } from "../drafts/draft-form";
import { readTyped, requestKeyOf } from "../drafts/typed-text";
import * as say from "./relations-texts";

/**
 * Keeps the form around it in this browser while an answer to all sub-tasks is written, and puts it back when the page is
 * opened anew; until it is sent.
 */
export function KeptAnswer({ parentId }: { parentId: number }) {
  const person = useRootData()?.session?.user.id;
  const mark = useRef<HTMLInputElement>(null);
  const sent = useRef(false);
  const [isBack, putBack] = useState(false);
  const place = `answer ${parentId}`;

  useEffect(() => {
    const form = mark.current?.form;
    if (!form || person === undefined) return;
    function keep() {
      if (!form || person === undefined) return;
      const { body, fields } = readTyped(form, "reply");
      const { child: ticked = "", ...others } = fields;
      const left = boxesOf(form).flatMap((box) => (box.checked ? [] : box.value));
      const typed = { body, fields: { ...others, ticked, left: left.join() } };
      const copy = { ...typed, requestKey: requestKeyOf(form), revision: 0, known: null, at: Date.now() };
      writeCopy(person, place, typed.body.trim() === "" ? null : copy);
    }
    const onSubmit = ({ submitter }: SubmitEvent) => {
      sent.current = submitter?.getAttribute("value") === "answer";
    };
    const copy = readCopy(person, place);
    const isWritten = readTyped(form, "reply").body.trim() !== ""; // before this came, or refused
    if (isWritten) keep();
    else if (copy) {
      writeTyped(form, "reply", copy);
      // A sub-task that came since is as the page has it.
      const [ticked, left] = [copy.fields.ticked, copy.fields.left].map((ids) => (ids ?? "").split(","));
      for (const box of boxesOf(form)) {
        if (ticked?.includes(box.value)) box.checked = true;
        if (left?.includes(box.value)) box.checked = false;
      }
      putBack(true);
    }
    form.addEventListener("input", keep);
    form.addEventListener("submit", onSubmit);
    return () => {
      form.removeEventListener("input", keep);
      form.removeEventListener("submit", onSubmit);
      if (sent.current) writeCopy(person, place, null); // an answer that is refused leaves the page where it is
    };
  }, [person, place]);

  const { state } = useNavigation();
  useEffect(() => {
    if (state === "idle") sent.current = false;
  }, [state]);

  return (
    <p className={isBack ? "split-small" : "unseen"} role="status">
      <input type="hidden" ref={mark} />
      {isBack && say.typedIsBack}
    </p>
  );
}

/** One for each sub-task. */
const boxesOf = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLInputElement>('input[name="child"]')];
