import { describe, expect, test } from "vitest";
import { addressIn, networksOf } from "~/lib/network-address.server";

describe("the client address in a proxy's header", () => {
  test.each([
    ["203.0.113.61", "203.0.113.61"],
    ["203.0.113.61:40001", "203.0.113.61"],
    [" 203.0.113.61 ", "203.0.113.61"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["[2001:DB8::1]", "2001:db8::1"],
    ["2001:db8:0:0::1", "2001:db8::1"],
    ['"[2001:db8::1]:443"', "2001:db8::1"],
    ["::ffff:203.0.113.61", "203.0.113.61"],
    ["::ffff:cb00:713d", "203.0.113.61"],
    ["[::ffff:203.0.113.61]:40001", "203.0.113.61"],
    ["fe80::1%eth0", "fe80::1"],
    ["[fe80::1%25eth0]:80", "fe80::1"],
  ])("%j is %s", (text, address) => {
    expect(addressIn(text)).toBe(address);
  });

  test.each([
    "",
    "unknown",
    "_hidden",
    "127",
    "0x7f.1",
    "1.2.3",
    "1.2.3.4.5",
    "300.1.1.1",
    "203.0.113.61:x",
    "::g",
    "[]",
    "a:1",
  ])("%j contains no address", (text) => {
    expect(addressIn(text)).toBeNull();
  });
});

describe("the networks of an address", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1", null],
    ["::ffff:192.0.2.1", "192.0.2.1", null],
    ["2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64", "2001:db8:0::/48"],
    ["2001:DB8:0:1::9", "2001:db8:0:1::/64", "2001:db8:0::/48"],
    ["2001:db8::9", "2001:db8:0:0::/64", "2001:db8:0::/48"],
    ["::1", "0:0:0:0::/64", "0:0:0::/48"],
    ["fe80::1%eth0", "fe80:0:0:0::/64", "fe80:0:0::/48"],
    ["not an address", "not an address", null],
    ["", "", null],
  ])("%s: %s, %s", (address, network, site) => {
    expect(networksOf(address)).toEqual({ network, site });
  });
});
