import { generateKeyPairSync } from "node:crypto";
import { dkimSign } from "mailauth";
import { expect, test } from "vitest";
import { checkSender, type ResolveDns } from "~/features/mail/receiving/trust.server";
import { onEachDatabase } from "../../../support/database";
import { rawMail, receivingDesk } from "./mail-desk";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const KEY = `v=DKIM1; k=rsa; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`;
const PEM = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/** DNS with the keys of two signing domains, one of which rejects unsigned mail, and a domain with the policy `none`. */
const dns: ResolveDns = async (name) => {
  const records: Record<string, string> = {
    "s1._domainkey.one.example": KEY,
    "s1._domainkey.evil.example": KEY,
    "_dmarc.one.example": "v=DMARC1; p=reject",
    "_dmarc.two.example": "v=DMARC1; p=none",
  };
  const record = records[name];
  if (record === undefined) throw Object.assign(new Error(name), { code: "ENOTFOUND" });
  return [[record]];
};

async function signed(text: string, domain = "one.example") {
  const key = { signingDomain: domain, selector: "s1", privateKey: PEM };
  // Without `signTime`, mailauth reads the clock twice: for the signed data and for the header. A new second in between
  // breaks the signature.
  const { signatures } = await dkimSign(text, { ...key, signTime: new Date(), signatureData: [key] });
  return `${signatures}${text}`;
}

const check = (text: string) => checkSender(Buffer.from(text), dns);

test("a mail passes only with a valid signature of its From domain", async () => {
  const mail = rawMail();
  expect(await check(await signed(mail))).toBe("pass");
  expect(await check((await signed(mail)).replace("Smoke", "Fire"))).toBe("fail");
  expect(await check(await signed(mail, "evil.example"))).toBe("fail");
  expect(await check(mail)).toBe("fail");
  expect(await check(rawMail({ from: "lea@two.example" }))).toBe("none");
  expect(await check(rawMail({ from: "lea@three.example" }))).toBe("none");
  expect(await check("no mail at all")).toBe("none");
});

test("the check gives no verdict if a mail has too many signatures or the check takes too long", async () => {
  const mail = await signed(rawMail());
  const more = (name: string, count: number) => `${name}: v=1; d=one.example\r\n`.repeat(count) + mail;
  expect(await check(more("DKIM-Signature", 9))).toBe("pass");
  expect(await check(more("DKIM-Signature", 10))).toBe("none");
  expect(await check(more("ARC-Seal", 6))).toBe("none");
  expect(await check(more("ARC-Message-Signature", 6))).toBe("none");
  expect(await checkSender(Buffer.from(mail), () => new Promise(() => {}), 100)).toBe("none");
});

test("the check gives no verdict if DNS doesn't answer", async () => {
  const away: ResolveDns = () => Promise.reject(Object.assign(new Error("timeout"), { code: "ETIMEOUT" }));
  expect(await checkSender(Buffer.from(await signed(rawMail())), away)).toBe("none");
});

onEachDatabase("mail that a server hands over", (test) => {
  test("is checked by the desk if no server is trusted, and the verdict is saved", async ({ db }) => {
    const { receive } = await receivingDesk(db, { trusted_server: "" }, dns);
    const [good, bad] = await receive(await signed(rawMail()), rawMail());
    const verdicts = db.selectFrom("inbound_mail").select("verdict").orderBy("id");
    expect(await verdicts.execute()).toEqual([{ verdict: "pass" }, { verdict: "fail" }]);
    const flags = db.selectFrom("message_email").select(["message_id", "flags"]).orderBy("message_id");
    expect(await flags.execute()).toEqual([
      { message_id: good?.message_id, flags: "" },
      { message_id: bad?.message_id, flags: "unverified" },
    ]);
  });

  test("isn't checked by the desk if a server is trusted", async ({ db }) => {
    const { receive } = await receivingDesk(db, {}, () => Promise.reject(new Error("asked")));
    await receive(await signed(rawMail()));
    expect(await db.selectFrom("inbound_mail").select("verdict").execute()).toEqual([{ verdict: null }]);
  });
});
