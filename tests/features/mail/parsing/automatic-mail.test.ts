import { describe, expect, test } from "vitest";
import { isAbsenceSubject } from "~/features/mail/parsing/absence-subjects";
import { type AutomaticContext, isNoReply, judgeAutomatic } from "~/features/mail/parsing/automatic-mail";
import { read, withHeaders } from "./raw-mail";

const USUAL: AutomaticContext = {
  ourAddresses: ["help@desk.example"],
  arrivesThroughForward: false,
  isAnswerToOurs: false,
};
const judge = async (headers: string[], context: Partial<AutomaticContext> = {}) =>
  judgeAutomatic(await read(withHeaders(headers)), { ...USUAL, ...context });

describe("email 3: detecting automatic mail", () => {
  test.each<[string[], string | null]>([
    [[], null],
    [["Auto-Submitted: no"], null],
    [["Auto-Submitted: auto-replied (vacation)"], "auto_submitted"],
    [["Auto-Submitted: auto-generated"], "auto_submitted"],
    [["Auto-Submitted: no", "Auto-Submitted: auto-notified"], "auto_submitted"],
    [["Precedence: bulk"], "precedence"],
    [["Precedence: Junk"], "precedence"],
    [["Precedence: auto_reply"], "precedence"],
    [["Precedence: list"], "precedence"],
    [["Precedence: first-class"], null],
    [["List-Id: News <news.two.example>"], "list"],
    [["Return-Path: <>"], "empty_return_path"],
    [["From: MAILER-DAEMON@mx.example"], "mail_system"],
    [["From: Postmaster <postmaster@mx.example>"], "mail_system"],
    [["From: Mail-Daemon@mx.example"], "mail_system"],
    [["X-Autoreply: yes"], "autoreply_header"],
    [["X-Auto-Response-Suppress: All"], null],
    [["X-Auto-Response-Suppress: DR, OOF"], null],
    [["X-Auto-Response-Suppress: All", "X-MS-Exchange-Inbox-Rules-Loop: a@one.example"], "suppressed_responses"],
    [["X-Auto-Response-Suppress: All", "Auto-Submitted: auto-generated"], "auto_submitted"],
    [["Subject: Out of office printer"], null],
  ])("%j", async (headers, automatic) => expect((await judge(headers)).automatic).toBe(automatic));

  test("detects an absence note by its subject only if it answers the desk's mail", async () => {
    expect((await judge(["Subject: Automatic reply: Printer"])).automatic).toBeNull();
    expect((await judge(["Subject: Automatic reply: Printer"], { isAnswerToOurs: true })).automatic).toBe(
      "absence_subject",
    );
  });

  test.each<[string[], string | null]>([
    [["List-Id: <help.desk.example>", "Precedence: list"], null],
    [["List-Id: <group.google.example>", "List-Post: <https://x.example>, <mailto:help@desk.example>"], null],
    [["List-Id: <help.desk.example>", "List-Id: <news.two.example>"], "list"],
    [["List-Id: <help.desk.example>", "Precedence: bulk"], "precedence"],
    [["List-Id: <help.desk.example>", "Auto-Submitted: auto-generated"], "auto_submitted"],
  ])("doesn't take a group with a desk address for a list: %j", async (headers, automatic) => {
    expect((await judge(headers)).automatic).toBe(automatic);
  });

  test.each<[string[], string | null]>([
    [["Auto-Submitted: auto-generated", "List-Id: <any.two.example>", "Precedence: list"], null],
    [["Auto-Submitted: auto-replied"], "auto_submitted"],
    [["Auto-Submitted: auto-generated", "Precedence: bulk"], "precedence"],
    [["Auto-Submitted: auto-generated", "Return-Path: <>"], "empty_return_path"],
    [["Auto-Submitted: auto-generated", "X-Auto-Response-Suppress: All"], null],
    [
      [
        "Auto-Submitted: auto-generated",
        "X-Auto-Response-Suppress: All",
        "X-MS-Exchange-Inbox-Rules-Loop: a@one.example",
      ],
      "suppressed_responses",
    ],
    [["X-Original-From: Mail System <mailer-daemon@two.example>"], "mail_system"],
  ])("judges mail that arrives through a forward: %j", async (headers, automatic) => {
    expect((await judge(headers, { arrivesThroughForward: true })).automatic).toBe(automatic);
  });
});

describe("email 3: whether the desk may answer", () => {
  test.each<[string[], boolean]>([
    [[], true],
    [["X-Auto-Response-Suppress: DR, OOF, AutoReply"], false],
    [["X-Auto-Response-Suppress: None"], true],
    [["Precedence: bulk"], false],
    [["From: no-reply@one.example"], false],
    [["From: help@desk.example"], false],
    [["From: nobody"], false],
  ])("%j", async (headers, mayAnswer) => expect((await judge(headers)).mayAnswer).toBe(mayAnswer));

  test.each([
    "no-reply@x",
    "noreply@x",
    "No_Reply@x",
    "donotreply@x",
    "do-not-reply@x",
    "news-noreply@x",
    "noreply+123@x",
    "noreply2@x",
    "bounce@x",
    "bounces+12@x",
    "nicht-antworten@x",
    "ne-pas-repondre@x",
    "mailer-daemon@x",
    "notifications@x",
  ])("never answers %s", (address) => expect(isNoReply(address)).toBe(true));
  test.each(["priya@x", "reply@x", "norman@x", "help@noreply.example", "notary@x", "bouncer.jones@x"])(
    "may answer %s",
    (address) => expect(isNoReply(address)).toBe(false),
  );
});

describe("email 3: subjects of absence notes", () => {
  test.each([
    ...[
      "Automatic reply: Printer",
      "Auto: away",
      "Out of Office: Printer",
      "OOO: back Monday",
      "I’m out of the office",
      "On vacation",
    ],
    ...[
      "Automatische Antwort: Drucker",
      "Abwesenheitsnotiz: x",
      "Urlaub bis Montag",
      "Ich bin im Urlaub",
      "Réponse automatique : x",
    ],
    ...[
      "Absence du bureau",
      "Respuesta automática: x",
      "Fuera de la oficina",
      "Risposta automatica: x",
      "Fuori ufficio",
    ],
    ...[
      "Resposta automática: x",
      "Fora do escritório",
      "Automatisch antwoord: x",
      "Afwezig",
      "Autosvar: x",
      "Frånvaro",
    ],
    ...[
      "Odpowiedź automatyczna: x",
      "Poza biurem",
      "Автоматический ответ: x",
      "Автоответ",
      "自動応答: プリンター",
      "【自動返信】",
      "自动回复：打印机",
      "自動回覆",
    ],
  ])("recognises %s", (subject) => expect(isAbsenceSubject(subject)).toBe(true));

  test.each([
    "Printer",
    "Re: Out of office printer",
    "Urlaubsantrag",
    "Abwesenheiten eintragen",
    "Autos",
    "Absences module",
    "Vacation calendar",
    "",
  ])("doesn't recognise %s", (subject) => expect(isAbsenceSubject(subject)).toBe(false));
});
