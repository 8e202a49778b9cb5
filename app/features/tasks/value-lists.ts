const namesIn = (list: string) => list.split(", ").filter(Boolean);

/** What of "net, vpn" is new in "mail, net" and what is gone, each as such a list. */
export function addedAndRemoved(from: string, to: string): { added: string; removed: string } {
  const [before, after] = [namesIn(from), namesIn(to)];
  return {
    added: after.filter((name) => !before.includes(name)).join(", "),
    removed: before.filter((name) => !after.includes(name)).join(", "),
  };
}
