import { expect, test } from "vitest";
import { isPrivateAddress } from "~/features/mail/addresses/private-hosts";
import { privateLookup } from "~/features/mail/transport/private-network.server";

test.each([
  ...["127.0.0.1", "::1", "10.1.2.3", "172.16.0.9", "192.168.1.1", "169.254.1.1", "fd12::1", "fe80::1"],
  "::ffff:10.0.0.1",
])("%s is on a private network", (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each([
  ...["192.0.2.1", "8.8.8.8", "172.32.0.1", "2001:db8::1", "0.0.0.0", "::ffff:8.8.8.8", "100.64.0.1", "mail"],
])("%s isn't on a private network", (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});

test("privateLookup resolves a name to a private address", async () => {
  const found = await new Promise((resolve, reject) =>
    privateLookup("localhost", {}, (error, address) => (error ? reject(error) : resolve(address))),
  );
  expect(isPrivateAddress(String(found))).toBe(true);
});
