import { describe, expect, test } from "vitest";
import { hasOtherServers } from "~/features/mail/addresses/addresses";
import { AddressBaseline, AddressForm } from "~/features/mail/addresses/mail-address-schema";
import { isPrivateHost } from "~/features/mail/addresses/private-hosts";

const least = {
  address: "Help@Example.org",
  team: "1",
  imapServer: "Mail.Example.org",
  smtpServer: "mail.example.org",
};
const parse = (more: Record<string, string> = {}) => AddressForm.parse({ ...least, ...more });
const errors = (more: Record<string, string>) => {
  const result = AddressForm.safeParse({ ...least, ...more });
  return result.success ? [] : result.error.issues.map(({ path }) => path.join("."));
};

describe("the email address form", () => {
  test("fills empty fields with defaults", () => {
    expect(parse()).toMatchObject({
      ...{ address: "Help@Example.org", imapServer: "mail.example.org", imapPort: 993, smtpPort: 465 },
      ...{ imapUser: "Help@Example.org", smtpUser: "Help@Example.org", unknownSenders: "anyone", way: "imap" },
      ...{ afterProcessing: "move", folder: "Taskdesk", automaticMail: "log", viaForward: false, largestMib: 50 },
    });
    expect(parse({ smtpEncryption: "starttls", imapEncryption: "starttls", imapUser: "desk" })).toMatchObject({
      ...{ imapPort: 143, smtpPort: 587, imapUser: "desk", smtpUser: "desk" },
    });
    expect(parse({ imapPort: "1993", smtpOpen: "yes" })).toMatchObject({ imapPort: 1993, smtpUser: "" });
    const office = { signIn: "microsoft", clientId: "c", tenant: "t", imapServer: "", smtpServer: "" };
    expect(parse(office)).toMatchObject({
      ...{ imapServer: "outlook.office365.com", smtpServer: "smtp.office365.com" },
      ...{ imapPort: 993, smtpEncryption: "starttls", smtpPort: 587 },
    });
  });

  test("uses a provider's servers despite hidden fields, unless other servers are chosen", () => {
    const typed = { signIn: "google", clientId: "c", imapPort: "143", imapUser: "desk", smtpEncryption: "none" };
    const usual = parse({ ...typed, otherServers: "no" });
    expect(usual).toMatchObject({
      ...{ imapServer: "imap.gmail.com", imapPort: 993, imapUser: "Help@Example.org" },
      ...{ smtpServer: "smtp.gmail.com", smtpPort: 465, smtpEncryption: "tls", smtpUser: "Help@Example.org" },
    });
    expect(hasOtherServers(usual)).toBe(false);
    const others = parse({ ...typed, smtpEncryption: "tls", otherServers: "yes" });
    expect(others).toMatchObject({ imapServer: "mail.example.org", imapPort: 143, smtpServer: "mail.example.org" });
    expect(hasOtherServers(others)).toBe(true);
    expect(hasOtherServers(parse())).toBe(false);
    expect(parse({ ...typed, smtpEncryption: "tls" })).toMatchObject({ imapPort: 143 }); // a form without the checkbox
    expect(parse({ otherServers: "no" })).toMatchObject({ imapServer: "mail.example.org" }); // no provider
  });

  test("parses its own output unchanged", () => {
    for (const more of [
      {},
      { way: "http", smtpUser: "relay" },
      { smtpOpen: "yes" },
      { signIn: "google", clientId: "c" },
    ]) {
      const { imapPassword, smtpPassword, clientSecret, ...fields } = parse(more as Record<string, string>);
      const again = Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === "boolean" ? (value ? "yes" : "no") : String(value),
      ]);
      expect(AddressBaseline.parse(Object.fromEntries(again))).toEqual(fields);
    }
  });

  test.each([
    ["imapServer", { imapServer: "" }],
    ["imapServer", { imapServer: "mail.example.org:993" }],
    ["imapServer", { imapServer: "https://mail.example.org" }],
    ["smtpServer", { smtpServer: "" }],
    ["imapPort", { imapPort: "70000" }],
    ["imapPort", { imapPort: "imap" }],
    ["imapEncryption", { imapEncryption: "none" }],
    ["smtpEncryption", { smtpEncryption: "none", smtpServer: "203.0.113.5" }],
    ["address", { address: "help" }],
    ["team", { team: "none" }],
    ["clientId", { signIn: "google" }],
    ["tenant", { signIn: "microsoft", clientId: "c" }],
    ["renewBy", { renewBy: "2027-02-30" }],
    ["trustedServer", { trustedServer: "*" }],
    ["keepDays", { keepDays: "7" }],
  ] as [string, Record<string, string>][])("reports an error for %s in %j", (field, more) => {
    expect(errors(more)).toEqual([field]);
  });

  test("requires no IMAP server if mail is handed over", () => {
    expect(errors({ way: "http", imapServer: "" })).toEqual([]);
    expect(errors({ way: "listener", imapServer: "", imapEncryption: "none" })).toEqual([]);
    expect(errors({ imapServer: "127.0.0.1", imapEncryption: "none" })).toEqual([]);
  });
});

test.each([
  ...(["localhost", "mail", "MAIL.internal", "mx.desk.local", "mail.lan", "127.0.0.1", "::1", "[::1]"] as const),
  ...(["10.1.2.3", "192.168.0.7", "172.16.0.1", "fd00::1", "fe80::1", "::ffff:10.0.0.1"] as const),
])("%s may be used without encryption", (host) => expect(isPrivateHost(host)).toBe(true));

test.each([
  ...(["mail.example.org", "8.8.8.8", "172.32.0.1", "2001:db8::1", "::ffff:8.8.8.8", "internal.example.org"] as const),
  ...(["local.org", "0.0.0.0", "134744072"] as const),
])("%s needs encryption", (host) => expect(isPrivateHost(host)).toBe(false));
