/**
 * `npm run demo` serves a small desk that is already busy, from a folder that goes away at the end.
 * Prints an account of each role. PORT and HOST are those of `npm start`.
 */
import { once } from "node:events";
import { aBusyDesk } from "./demo/desk";

const { password, cast, serve } = await aBusyDesk();
console.log(`A demo desk to explore; it's deleted when you stop it. Everyone's password is ${password}`);
for (const person of [cast.ada, cast.jonas, cast.lea]) {
  console.log(`  ${person.role.padEnd(9)}  ${person.email}`);
}

const server = serve();
// Ctrl+C reaches the server as well; what is sent to this process alone has to be passed on.
process.on("SIGTERM", () => server.kill("SIGTERM"));
process.on("SIGINT", () => {});
const [code] = await once(server, "exit");
process.exit(code ?? 1);
