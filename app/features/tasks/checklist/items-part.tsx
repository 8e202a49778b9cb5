import { part } from "~/ui/part";
import type { ItemsProps } from "./checklist-items";

const Items = part<ItemsProps>(".checklist-box", () => import("./checklist-items").then((list) => list.ChecklistItems));

/** The steps of a task, of which many have none. */
export const ItemsIfAny = (props: ItemsProps) => (props.items.length > 0 ? <Items {...props} /> : null);

/** What a page waits for that shows them. */
export const loadItemsIfAny = (items: ItemsProps["items"]) => (items.length > 0 ? Items.load() : null);
