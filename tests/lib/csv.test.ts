import { expect, test } from "vitest";
import { csvLine } from "~/features/views/export-list.server";

test.each([
  [["42", "Printer", ""], "42,Printer,"],
  [["a,b", 'say "no"', "two\nlines"], '"a,b","say ""no""","two\nlines"'],
  [["=1+1", "+49 30", "-x", "@home"], "'=1+1,'+49 30,'-x,'@home"],
  [["-5", "-0.25", "-5+1", "-1.", "-"], "-5,-0.25,'-5+1,'-1.,'-"],
  [["＝1+1", "＋49", "－x", "＠home"], "'＝1+1,'＋49,'－x,'＠home"],
  [["\t=1", "\r=1", "\n=1"], `"'\t'=1","'\r'=1","'\n'=1"`],
  // Where semicolons or tabs divide, quotes inside of a cell keep nothing together: what comes next begins a cell as well.
  [["x;=1+1;", "y\t@z", 'a;"=1"', "b; -c;d"], `"x;'=1+1;","y\t'@z","a;""'=1""","b; -c;d"`],
  [[" kept ", "a=b", "e-mail"], '" kept ",a=b,e-mail'],
])("a line of a CSV file is read as it was written, and nothing in it runs: %j", (cells, line) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`);
});
