/** Seeded pseudorandom numbers: https://en.wikipedia.org/wiki/Xorshift (32 bit). */
export class Chance {
  private state: number;

  constructor(...beginning: number[]) {
    this.state = 0x9e3779b9;
    for (const number of beginning) {
      this.state = Math.imul(this.state ^ number, 0x85ebca6b);
      this.state ^= this.state >>> 13;
    }
    this.state ||= 1;
  }

  /** At least 0, below 1. */
  next(): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) / 2 ** 32;
  }

  /** An integer from 0 up to, not including, `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** Like `below`, but skewed to small numbers, the way words, tags and teams are used. */
  seldomBelow(end: number): number {
    return Math.floor((end + 1) ** this.next()) - 1;
  }

  happens(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(of: readonly T[]): T {
    return of[this.below(of.length)] as T;
  }

  /** Picks an item, favouring the first ones. */
  pickSeldom<T>(of: readonly T[]): T {
    return of[this.seldomBelow(of.length)] as T;
  }
}
