/**
 * `npm run demo` serves a desk with sample data from a temporary folder and prints an account of each role.
 * PORT and HOST work as in `npm start`.
 */
import { once } from "node:events";
import { createDemoDesk } from "./demo/desk";

const { password, cast, serve } = await createDemoDesk();
console.log(`This demo desk is deleted when you stop it. Everyone's password is ${password}`);
for (const person of [cast.ada, cast.jonas, cast.lea]) {
  console.log(`  ${person.role.padEnd(9)}  ${person.email}`);
}

const server = serve();
// Ctrl+C also reaches the server; a signal sent only to this process must be forwarded.
process.on("SIGTERM", () => server.kill("SIGTERM"));
process.on("SIGINT", () => {});
const [code] = await once(server, "exit");
process.exit(code ?? 1);
