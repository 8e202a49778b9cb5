import { Time } from "~/ui/time";
import type { ShownDelivery } from "./mail-on-task.server";
import * as say from "./on-task-copy";

/** The states from the one that needs attention most. */
const ORDER = ["failed", "bounced", "deferred", "held", "queued", "sent"] as const;

/** One line per message: "Not delivered to Otto · Sent to Ana Ruiz and 2 others". It opens to each recipient's state. */
export function DeliveryLine({ deliveries, now }: { deliveries: readonly ShownDelivery[]; now: number }) {
  const ordered = ORDER.flatMap((state) => deliveries.filter((delivery) => delivery.state === state));
  const summaries = ORDER.flatMap((state) => {
    const [first, ...others] = ordered.filter((delivery) => delivery.state === state);
    return first ? { state, text: say.SUMMARIES[state](say.nameAndOthers(first.name, others.length)) } : [];
  });
  return (
    <details className="message-delivery">
      <summary>
        {summaries.map(({ state, text }) => (
          <span key={state} className={isTrouble(state) ? "delivery-trouble" : undefined}>
            {text}
          </span>
        ))}
      </summary>
      <ul>
        {ordered.map(({ id, name, address, state, at, words }) => (
          <li key={id}>
            <b>{name}</b> {name !== address && <span>{address}</span>}{" "}
            <span className={isTrouble(state) ? "delivery-trouble" : undefined}>{say.STATES[state]}</span>{" "}
            {at !== null &&
              (state === "deferred" ? say.nextTry(<Time at={at} now={now} />) : <Time at={at} now={now} />)}
            {state === "held" && <p>{say.whyHeld}</p>}
            {state !== "sent" && words !== "" && <p dir="auto">{say.deliveryDetails(words)}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
}

const isTrouble = (state: ShownDelivery["state"]) => state === "failed" || state === "bounced";
