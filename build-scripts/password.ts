/** `npm run password -- EMAIL` sets a new random password and prints it, for people who lost theirs. */
import { openDatabase } from "./database";
import { ExpectedError, runOrExplain } from "./expected-errors";

await runOrExplain(async () => {
  const [email, ...rest] = process.argv.slice(2);
  if (!email || rest.length > 0) throw new ExpectedError("Enter one address: npm run password -- name@example.org");

  const { settings } = await import("~/lib/settings.server");
  const { hashPassword } = await import("~/features/auth/password.server");
  const { ownerOf } = await import("~/features/users/addresses.server");
  const { generatePassword } = await import("~/features/users/password-rules.server");
  const { setPasswordByCommand } = await import("~/features/users/user-changes.server");
  const { emailKeyOf } = await import("~/features/users/user-search-keys.server");
  const { findForSignIn } = await import("~/features/users/user-queries.server");

  const db = await openDatabase(settings());
  try {
    const person = await findForSignIn(db, emailKeyOf(email));
    if (!person) {
      const isUnconfirmed = (await ownerOf(db, emailKeyOf(email))) !== undefined;
      throw new ExpectedError(
        isUnconfirmed
          ? `${email} isn't confirmed, so it can't be used to sign in. Confirm it on the person's page, or use another of their addresses.`
          : `No account uses ${email}. Check the address in the list of people.`,
      );
    }
    if (person.state !== "active") {
      throw new ExpectedError(`The account for ${email} is disabled. Ask an admin to enable it first.`);
    }
    const password = generatePassword();
    await setPasswordByCommand(db, person.id, await hashPassword(password), Date.now());
    console.log(`${email} can now sign in with the password ${password} (shown only once). Open sessions have ended.`);
  } finally {
    await db.destroy();
  }
});
