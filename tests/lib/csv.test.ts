import { expect, test } from "vitest";
import { csvLine } from "~/features/views/export-list.server";

test.each([
  [["42", "Printer", ""], "42,Printer,"],
  [["a,b", 'say "no"', "two\nlines"], '"a,b","say ""no""","two\nlines"'],
  [["=1+1", "+49 30", "-x", "@home"], "'=1+1,'+49 30,'-x,'@home"],
  [["-5", "-0.25", "-5+1", "-1.", "-"], "-5,-0.25,'-5+1,'-1.,'-"],
  [["＝1+1", "＋49", "－x", "＠home"], "'＝1+1,'＋49,'－x,'＠home"],
  [["\t=1", "\r=1", "\n=1"], `"'\t'=1","'\r'=1","'\n'=1"`],
  // Programs that split at semicolons or tabs ignore quotes inside a cell: what follows a separator starts another
  // cell.
  [["x;=1+1;", "y\t@z", 'a;"=1"', "b; -c;d"], `"x;'=1+1;","y\t'@z","a;""'=1""","b; -c;d"`],
  [[" kept ", "a=b", "e-mail"], '" kept ",a=b,e-mail'],
])("a CSV line keeps its cells and contains no formula that runs: %j", (cells, line) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`);
});
