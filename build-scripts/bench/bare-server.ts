/**
 * The two baselines. "/": plain `node:http` returns the list's exact bytes.
 * "/react": plain React renders a table of the same rows, compressed the way the product does it.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, constants } from "node:zlib";
import { createElement as h } from "react";
import { renderToString } from "react-dom/server";

export type Bare = { body: string; rows: Record<string, unknown>[] };

const table = (rows: Bare["rows"]) => h("table", null, h("tbody", null, ...rows.map(rowOf)));

const rowOf = (row: Bare["rows"][number]) =>
  h(
    "tr",
    null,
    ...Object.entries(row).map(([name, value]) => h("td", { className: name }, contentOf(row, name, value))),
  );

const contentOf = (row: Bare["rows"][number], name: string, value: unknown) =>
  name === "title" ? h("a", { href: `/tasks/${row.id}` }, String(value)) : JSON.stringify(value);

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

process.once("message", ({ body, rows }: Bare) => {
  const bytes = Buffer.from(body, "base64");
  const server = createServer((request, response) => {
    const answer =
      request.url === "/react" ? brotliCompressSync(`<!doctype html>${renderToString(table(rows))}`, BROTLI) : bytes;
    response.writeHead(200, { "Content-Type": "text/html", "Content-Encoding": "br", "Content-Length": answer.length });
    response.end(answer);
  });
  server.listen(0, "127.0.0.1", () => {
    console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  process.once("SIGTERM", () => {
    server.closeAllConnections();
    server.close(() => process.exit(0));
  });
});
process.send?.("listening"); // ready for the parent's message
