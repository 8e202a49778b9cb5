import { useEffect, useState } from "react";
import { Button } from "~/ui/button";
import * as say from "./first-run-copy";

type Props = { text: string; label?: string; name: string };

/** Copies a text. Without scripts, or if the browser doesn't allow it, only the field is shown. */
export function CopyButton({ text, label = say.copyLink, name }: Props) {
  const [canCopy, setCanCopy] = useState(false);
  const [copied, setCopied] = useState(false);
  useEffect(() => setCanCopy(navigator.clipboard !== undefined), []);
  if (!canCopy) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCanCopy(false),
    );
  return (
    <Button type="button" icon={copied ? "check" : undefined} onClick={copy} aria-label={copied ? undefined : name}>
      {copied ? say.copied : label}
    </Button>
  );
}
