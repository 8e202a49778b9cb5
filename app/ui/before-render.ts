import { Component } from "react";

type Props<T> = {
  what: T;
  /** Looks at the page as it still is; answers what is to be done with the new one before anybody sees it. */
  hold: (was: T, is: T) => (() => void) | null;
};

/** What has to know a page both before and after React draws into it. Only a class is asked at that moment. */
export class AroundDrawing<T> extends Component<Props<T>> {
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
