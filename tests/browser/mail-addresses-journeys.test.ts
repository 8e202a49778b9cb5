import { gzipSync } from "node:zlib";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { takeLease } from "~/features/jobs/lease.server";
import { decryptSecrets } from "~/features/mail/addresses/mail-secrets.server";
import { MINUTE_MS } from "~/lib/durations";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openDesk } from "../support/desk";
import { anAdmin } from "../support/factories";
import { aStoredFile } from "../support/files";
import { aMail, aMailAddress } from "../support/mail";
import { cookieOf } from "../support/session";

describe.each(JAVASCRIPT_MODES)("email addresses, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({ engine, javaScriptEnabled });

  const said = (page: Page, words: string) => page.locator(".toast, .flash-line").filter({ hasText: words });
  const undo = (page: Page, words: string) => said(page, words).getByRole("button", { name: "Undo" }).click();
  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

  test("an admin adds an address, corrects it, pauses it and removes it", async () => {
    const page = await pageOf(await anAdmin(server.db), "/");
    await page.getByRole("link", { name: "Connect email" }).click();
    await page.getByRole("heading", { level: 1, name: "New email address" }).waitFor();
    const questions: string[] = [];
    page.on("dialog", (dialog) => {
      questions.push(dialog.message());
      void dialog.dismiss();
    });
    await page.getByRole("link", { name: "Cancel" }).click(); // nothing was typed
    await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
    expect(questions).toEqual([]);
    await page.goto("/settings");
    await page.getByRole("link", { name: "Email addresses" }).click();
    await page.getByText("No email addresses yet").waitFor();
    await page.getByRole("link", { name: "Add address" }).click();
    await field(page, "Address").fill("help@example.org");
    await field(page, "Display name").fill("IT-HELP");
    await field(page, "IMAP server").fill("mail.example.org");
    await field(page, "IMAP encryption").selectOption("none");
    await field(page, "SMTP server").fill("mail.example.org");
    await page.getByText("Without encryption, anyone on the network").waitFor();
    await page.getByRole("button", { name: "Add address" }).click();
    await page.getByRole("alert").filter({ hasText: "Choose TLS or STARTTLS." }).waitFor();
    await page.getByRole("alert").filter({ hasText: "Enter the password." }).waitFor(); // every error shows at once
    expect(await field(page, "Display name").inputValue()).toBe("IT-HELP");

    await field(page, "IMAP encryption").selectOption("TLS");
    await field(page, "IMAP password").fill("hunter2");
    await page.getByRole("button", { name: "Add address" }).click();
    await said(page, "help@example.org added").waitFor();
    await page.goto("/settings/addresses");
    await page
      .getByRole("row")
      .filter({ hasText: "help@example.org" })
      .filter({ hasText: "Team's sending address" })
      .waitFor();
    await page.getByRole("link", { name: "help@example.org" }).click();
    await page.getByRole("heading", { level: 1, name: "help@example.org" }).waitFor();
    expect(await field(page, "IMAP port").inputValue()).toBe("993");
    expect(await page.content()).not.toContain("hunter2");
    await field(page, "SMTP encryption").selectOption("STARTTLS");
    await field(page, "SMTP port").fill("");
    await page.getByRole("button", { name: "Save address" }).click();
    await said(page, "help@example.org saved").waitFor();
    const row = await server.db.selectFrom("mail_address").selectAll().executeTakeFirstOrThrow();
    expect(JSON.parse(row.outgoing)).toMatchObject({ port: 587, encryption: "starttls", user: "help@example.org" });
    expect(row.secrets).not.toContain("hunter2");
    expect(decryptSecrets(row.secrets)).toBeNull(); // encrypted with the server's own secret

    await page.getByRole("link", { name: "help@example.org" }).click();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText("This address won't fetch or send mail until you resume it.").waitFor();
    await undo(page, "Paused help@example.org");
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.getByRole("button", { name: "Remove address" }).click();
    await page.getByText("No email addresses yet").waitFor();
    await undo(page, "Removed help@example.org");
    await page.getByRole("link", { name: "help@example.org" }).waitFor();
  });

  test("a provider's servers and rare fields are hidden until they're needed", async () => {
    const page = await pageOf(await anAdmin(server.db), "/settings/addresses/new?setup");
    const rare = field(page, "New senders per hour");
    expect(await page.getByLabel("Site").locator("option").first().innerText()).toBe("Default site (Localhost)");
    expect(await rare.isVisible()).toBe(false);
    await field(page, "Address").fill("office@example.org");
    await field(page, "IMAP server").fill("old.example.org");
    await field(page, "Sign-in").selectOption("Microsoft 365");
    for (const name of ["IMAP server", "IMAP port", "IMAP user", "SMTP server", "SMTP user"])
      expect(await field(page, name).isVisible(), name).toBe(false);
    await page.getByLabel("Use other servers or user names").check();
    await field(page, "SMTP server").waitFor();
    await page.getByLabel("Use other servers or user names").uncheck();
    await page.getByText("More", { exact: true }).click();
    await rare.fill("7");
    await page.getByRole("button", { name: "Add address" }).click();
    await page.getByRole("alert").filter({ hasText: "Enter the tenant ID." }).waitFor();
    await rare.waitFor(); // changed, so it stays visible
    await field(page, "Client ID").fill("c");
    await field(page, "Tenant").fill("t");
    await field(page, "Client secret").fill("s");
    await page.getByRole("button", { name: "Add address" }).click();
    await said(page, "office@example.org added").waitFor();
    const row = await server.db
      .selectFrom("mail_address")
      .selectAll()
      .where("address", "=", "office@example.org")
      .executeTakeFirstOrThrow();
    expect(JSON.parse(row.incoming ?? "")).toMatchObject({ host: "outlook.office365.com", user: "office@example.org" });
    await server.db.deleteFrom("mail_address").where("id", "=", row.id).execute();
  });

  test("the secret for delivery by HTTP is shown once", async () => {
    const page = await pageOf(await anAdmin(server.db), "/settings/addresses/new");
    await field(page, "Address").fill("alerts@example.org");
    await field(page, "Protocol").selectOption("HTTP");
    expect(await field(page, "IMAP server").isVisible()).toBe(false);
    await field(page, "SMTP server").fill("localhost");
    await page.getByRole("button", { name: "Add address" }).click();
    const secret = await field(page, "Signing secret").inputValue();
    expect(secret).toMatch(/^[\w-]{20,}$/);
    const url = await field(page, "URL").inputValue();
    expect(url).toMatch(/\/api\/mail\/[\w-]{20,}$/);
    await page.getByRole("link", { name: "Done" }).click();
    await page.getByRole("heading", { name: "Delivery over HTTP" }).waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.getByRole("button", { name: "Create new secret" }).click();
    await page.getByText("Copy it now. It won't be shown again.").waitFor();
    expect(await field(page, "Signing secret").inputValue()).not.toBe(secret);
  });

  test("an admin blocks, downloads and releases quarantined mail", async () => {
    const { db, dataDir, origin } = server;
    // Keeps released mail unprocessed.
    await takeLease(db, { name: "process_mail", holder: "test" }, Date.now(), 10 * MINUTE_MS);
    const admin = await anAdmin(db);
    const address = await aMailAddress(db, { address: "desk@example.org" });
    const source = "Subject: Caf\u00e9\r\n\r\n<script>alert(1)</script>\r\n";
    const { sha256 } = await aStoredFile(db, dataDir, gzipSync(source));
    const id = await aMail(db, address, { subject: "Caf\u00e9", sha256, from_name: "Rita" });
    const page = await pageOf(admin, "/settings/addresses");
    await page.getByRole("link", { name: "Quarantine 1 waiting" }).click();
    const item = page.getByRole("listitem").filter({ hasText: "The sender is unknown" });
    await item.getByRole("button", { name: "Block sender" }).click();
    await page.getByText("Nothing in quarantine").waitFor();
    await undo(page, "Blocked rita@example.org");
    await item.waitFor();
    expect(await db.selectFrom("sender_rule").selectAll().execute()).toEqual([]);

    const answer = await fetch(`${origin}/settings/addresses/log/${id}/source`, {
      headers: { cookie: await cookieOf(db, admin) },
    });
    expect(await answer.text()).toBe(source);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": `attachment; filename="message-${id}.eml"`,
      "x-content-type-options": "nosniff",
    });

    await item.getByRole("button", { name: "Always allow" }).click();
    await said(page, "rita@example.org is now always allowed").waitFor();
    await page.getByRole("link", { name: "Email log" }).click();
    await field(page, "Outcome").selectOption("Not processed yet");
    await field(page, "Sender").fill("rita");
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("link", { name: "Clear" }).waitFor(); // the filter is applied
    const row = page.getByRole("table", { name: "Email log" }).getByRole("row").filter({ hasText: "Caf\u00e9" });
    await row.filter({ hasText: "Processed from quarantine." }).waitFor();
    await field(page, "Outcome").selectOption("Bounce");
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByText("No matching messages").waitFor();
  });
});
