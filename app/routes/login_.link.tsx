import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { emailOnLoginPage } from "~/features/auth/login-page.server";
import { hashPassword } from "~/features/auth/password.server";
import { LINK_PAGE } from "~/features/auth/sign-in-errors";
import { titled } from "~/features/branding/page-title";
import { confirmByLink, resetPassword, sayByLink } from "~/features/mail/links/follow-link.server";
import { CommentForm } from "~/features/mail/links/link-forms";
import { type AskedByLink, type LinkAnswer, LinkAnswered, LinkForm } from "~/features/mail/links/link-page";
import * as say from "~/features/mail/links/links-copy";
import { readLink } from "~/features/mail/links/read-link.server";
import { readUnsubscribeKey } from "~/features/mail/links/unsubscribe-key.server";
import { stopMail } from "~/features/notifications/notification-settings.server";
import { passwordProblem } from "~/features/users/password-rules.server";
import { parseForm, readForm, refuse, textOf } from "~/http/form.server";
import type { Refusal } from "~/lib/refusal";
import { Brand } from "~/ui/brand";
import { useRootData } from "~/ui/root-data";

export const meta: MetaFunction = ({ matches }) => titled(say.linkTitle, matches);

/** As on the sign-in page: the URL has a key. */
export const headers = () => ({ "Referrer-Policy": "strict-origin" });

const CANT_BE_USED: LinkAnswer = {
  ...{ kind: "error", words: say.linkCantBeUsed, href: "/login", label: say.signIn },
};

const DONE: Record<string, LinkAnswer> = {
  solved: { kind: "success", words: say.thanksSolved, href: "/", label: say.goToStartPage },
  not_solved: { kind: "success", words: say.thanksNotSolved, href: "/", label: say.goToStartPage },
  confirmation: { kind: "success", words: say.addressIsConfirmed, href: "/login", label: say.signIn },
  unsubscribe: {
    ...{ kind: "success", words: say.emailsStopped, href: "/settings/notifications", label: say.changeSettings },
  },
};

export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams: query } = new URL(request.url);
  const done = query.get("done") ?? "";
  if (Object.hasOwn(DONE, done)) return { asked: null, answer: DONE[done] ?? CANT_BE_USED };
  const asked = await readLink(db, query.get("key") ?? "", Date.now());
  return { asked, answer: asked ? null : CANT_BE_USED };
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const key = textOf(form, "linkToken");
  const now = Date.now();
  const asked = await readLink(db, key, now);
  if (asked?.kind === "password") return setNewPassword(request, form, asked);
  if (asked?.kind === "solved" || asked?.kind === "not_solved") return sayWhether(form, asked);
  const subscription = readUnsubscribeKey(key);
  if (subscription) await stopMail(db, subscription.userId, subscription.event, now);
  const isDone = subscription !== null || (await confirmByLink(db, key, now)) !== null;
  return isDone && asked ? redirect(doneWith(asked)) : answered({ answer: CANT_BE_USED }, 422);
}

type Answer = { answer?: LinkAnswer; asked?: AskedByLink; refusal?: Refusal };

const answered = (answer: Answer, status: number) => data(answer, { status });

const doneWith = ({ kind }: AskedByLink) => `${LINK_PAGE}?done=${kind}`;

async function sayWhether(form: FormData, asked: AskedByLink) {
  const parsed = parseForm(form, CommentForm);
  if (!parsed.ok) return answered({ asked, refusal: parsed.refusal }, 422);
  const said = await sayByLink(db, asked.key, parsed.value.body, Date.now());
  if (said.ok) return redirect(doneWith(asked));
  if (said.why === "no_link") return answered({ answer: CANT_BE_USED }, 422);
  const words = said.why === "too_late" ? say.tooLateForThat : say.replyRefused;
  return answered({ asked, refusal: refuse(form, { body: [words] }, [words]) }, 422);
}

async function setNewPassword(request: Request, form: FormData, asked: AskedByLink & { kind: "password" }) {
  const password = textOf(form, "password");
  const problem = await passwordProblem(password, asked);
  if (problem) return answered({ asked, refusal: refuse(form, { password: [problem] }) }, 422);
  const email = await resetPassword(db, asked.key, await hashPassword(password), Date.now());
  if (email === null) return answered({ answer: CANT_BE_USED }, 422);
  const cookies = emailOnLoginPage(request, email);
  return redirect("/login?ready=yes", { headers: cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]) });
}

export default function LinkPage() {
  const page = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  const answer = sent ? sent.answer : page.answer;
  const asked = sent?.asked ?? page.asked;
  const root = useRootData();
  return (
    <div className="login">
      <main>
        <Brand name={root?.siteName} logo={root?.site?.logo} />
        <h1 className="unseen">{say.linkTitle}</h1>
        {answer ? <LinkAnswered {...answer} /> : asked && <LinkForm asked={asked} refusal={sent?.refusal} />}
      </main>
    </div>
  );
}
