import { Readable } from "node:stream";
import { domainKey } from "~/lib/mail-domain.server";
import { describeFault, oneLine } from "./connection-words";
import type { MailServer } from "./mail-server";
import { classify, messageIdIn, type SmtpAnswer, type SmtpStep } from "./smtp-answers";
import { SmtpError, type SmtpLine } from "./smtp-connection.server";
import type { OutgoingMail, SendResult } from "./smtp-sender.server";
import * as say from "./transport-copy";

/** A message takes longer than this only if the server stalls. */
const DEADLINE_MS = 15 * 60_000;

/** An attempt, with the response that ended it and the step it belongs to. */
export type Try = { result: SendResult; refusal?: { answer: SmtpAnswer; step: SmtpStep } };

/** Converts the response that ended an attempt to its result. */
export function tryEndedBy(answer: SmtpAnswer, step: SmtpStep, from?: string): Try {
  const { code, status, words } = answer;
  const about = classify(answer, step, from);
  const refusal = { answer, step };
  if (about === "credentials") return { result: { outcome: "refused_credentials", words }, refusal };
  if (about === "away") return { result: { outcome: "away", words }, refusal };
  return { result: { outcome: about, code, status, words }, refusal };
}

/** Sends one message over a signed-in connection. */
export function transact(
  line: SmtpLine,
  server: MailServer,
  mail: OutgoingMail,
  { silenceMs, answerMs }: { silenceMs: number; answerMs: number },
  signal: AbortSignal,
): Promise<Try> {
  const [from, to] = [withAsciiDomain(mail.from), withAsciiDomain(mail.to)];
  if (!line.takesUtf8 && !isAscii(from + to)) {
    return Promise.resolve(refusedHere(553, "5.6.7", say.noInternationalAddresses(server.host)));
  }
  let isMessageAsked = false;
  const body = Readable.from(
    (async function* () {
      isMessageAsked = true; // nodemailer reads only once the server has answered DATA
      if (Buffer.isBuffer(mail.raw)) yield mail.raw;
      else yield* mail.raw();
      line.allowSilence(answerMs);
    })(),
    { objectMode: false },
  );
  const size = Buffer.isBuffer(mail.raw) ? mail.raw.length : mail.size;
  const lost = (words: string): Try => ({ result: { outcome: isMessageAsked ? "unclear" : "away", words } });

  line.allowSilence(silenceMs);
  return new Promise((resolve) => {
    const deadline = setTimeout(() => stop(say.noAnswer(server.host)), DEADLINE_MS).unref();
    const onAbort = () => stop(say.shuttingDown);
    signal.addEventListener("abort", onAbort, { once: true });
    function finish(tried: Try) {
      clearTimeout(deadline);
      signal.removeEventListener("abort", onAbort);
      resolve(tried);
    }
    function stop(words: string) {
      line.connection.close();
      finish(lost(words));
    }
    const envelope = { from: from || false, to: [to], use8BitMime: true, ...(size && { size }) } as const;
    line.connection.send({ ...envelope, to: [...envelope.to] }, body, (error, info) => {
      if (!error && info) {
        const answer = oneLine(info.response);
        const messageId = info.serverMessageId?.slice(1, -1) ?? messageIdIn(info.response, [from, to]);
        return finish({ result: { outcome: "sent", answer, messageId } });
      }
      const failure = new SmtpError(stepOf(error?.command, isMessageAsked), error ?? {});
      if (error?.code === "ESTREAM") {
        line.connection.close(); // without the final dot, so the server drops what it has
        return finish(refusedHere(451, null, say.unreadableSource(oneLine(error.message))));
      }
      if (failure.answer) return finish(tryEndedBy(failure.answer, failure.step, from));
      if (error?.response) {
        line.connection.close();
        return finish(lost(say.unreadableAnswer(server.host)));
      }
      if (error?.code === "EMESSAGE") return finish(refusedHere(552, "5.3.4", say.largerThanServerTakes(server.host)));
      if (error?.code === "EENVELOPE") return finish(refusedHere(553, "5.1.3", oneLine(error.message)));
      return finish(lost(describeFault(error, server)));
    });
  });
}

const refusedHere = (code: number, status: string | null, words: string): Try => ({
  result: { outcome: code < 500 ? "deferred" : "failed", code, status, words },
});

function stepOf(command: string | undefined, isMessageAsked: boolean): SmtpStep {
  if (command?.startsWith("MAIL")) return "mail";
  return command?.startsWith("RCPT") && !isMessageAsked ? "rcpt" : "data";
}

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);

/** Only the part before the @ needs SMTPUTF8. */
function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  return at === 0 ? address : address.slice(0, at) + domainKey(address.slice(at));
}
