/** Product copy. docs/decisions/0020 says how to add to it. */
import { pieces } from "~/features/tasks/history-sentence";

export const delivery = "Delivery";
export const notDelivered = (address: string) => pieces`couldn't deliver a message to ${{ is: address }}`;
