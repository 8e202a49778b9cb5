import { Component } from "react";

type Props<T> = {
  what: T;
  /** Runs before the DOM updates; returns a function to run after the update and before the paint. */
  hold: (was: T, is: T) => (() => void) | null;
};

/** Runs code on both sides of a DOM update. A class because only classes have `getSnapshotBeforeUpdate`. */
export class AroundDomUpdate<T> extends Component<Props<T>> {
  override getSnapshotBeforeUpdate({ what }: Props<T>) {
    return this.props.hold(what, this.props.what);
  }

  override componentDidUpdate(_: Props<T>, __: unknown, putBack: (() => void) | null) {
    putBack?.();
  }

  override render() {
    return null;
  }
}
