import { NewPasswordFields } from "~/features/auth/new-password-fields";
import { LINK_PAGE } from "~/features/auth/sign-in-errors";
import { TASK_LIMITS } from "~/features/tasks/tasks";
import { USER_LIMITS } from "~/features/users/users";
import type { Refusal } from "~/lib/refusal";
import { Button, ButtonLink } from "~/ui/button";
import { TextArea } from "~/ui/field";
import { Notice } from "~/ui/notice";
import * as say from "./links-copy";

/** The action of a link in an email. Page data doesn't contain the key. */
export type AskedByLink =
  | { kind: "solved" | "not_solved"; key: string; title: string }
  | { kind: "confirmation"; key: string; name: string; email: string }
  | { kind: "password"; key: string; name: string; email: string }
  | { kind: "unsubscribe"; key: string; what: string };

type Props = { asked: AskedByLink; refusal: Refusal | null | undefined };

/** Acts only when the button is pressed, because mail scanners open links too. */
export function LinkForm({ asked, refusal }: Props) {
  return (
    <form className="form" method="post" action={LINK_PAGE}>
      <input type="hidden" name="linkToken" value={asked.key} />
      <Question asked={asked} refusal={refusal} />
    </form>
  );
}

function Question({ asked, refusal }: Props) {
  if (asked.kind === "confirmation") {
    return (
      <>
        <p>{say.confirmThisAddress(asked.email, asked.name)}</p>
        <Button look="primary">{say.confirmAddress}</Button>
      </>
    );
  }
  if (asked.kind === "unsubscribe") {
    return (
      <>
        <p>{say.stopTheseEmails}</p>
        <p>{asked.what}</p>
        <Button look="primary">{say.stopEmails}</Button>
      </>
    );
  }
  if (asked.kind === "password") {
    return (
      <>
        <p>{say.chooseANewPassword(asked.name)}</p>
        <NewPasswordFields
          email={asked.email}
          hint={say.passwordLengthHint(USER_LIMITS.passwordMin)}
          refusal={refusal}
        />
        <Button look="primary">{say.savePassword}</Button>
      </>
    );
  }
  const solved = asked.kind === "solved";
  return (
    <>
      <p>{say.isItSolved(asked.title)}</p>
      {!solved && (
        <TextArea label={say.whatIsStillWrong} name="body" maxLength={TASK_LIMITS.message} refusal={refusal} />
      )}
      <Button look="primary">{solved ? say.itIsSolved : say.itIsNotSolved}</Button>
    </>
  );
}

/** A requester's sign-in: the button uses the link. */
export const SignInLinkForm = ({ signIn, to }: { signIn: { key: string; name: string }; to: string }) => (
  <form className="form" method="post" action="/login">
    <input type="hidden" name="linkToken" value={signIn.key} />
    <input type="hidden" name="to" value={to} />
    <p>{say.signInAs(signIn.name)}</p>
    <Button look="primary" autoFocus>
      {say.continueButton}
    </Button>
  </form>
);

export type LinkAnswer = { kind: "success" | "error"; words: string; href: string; label: string };

/** The result of the button, or why the link can't be used, with a next step. */
export const LinkAnswered = ({ kind, words, href, label }: LinkAnswer) => (
  <div className="form">
    <Notice kind={kind}>{words}</Notice>
    <ButtonLink href={href}>{label}</ButtonLink>
  </div>
);
