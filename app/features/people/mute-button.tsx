import { Button } from "~/ui/button";
import * as say from "./people-copy";

/** In a form of the task's page: whether one is told of all that happens there. */
export const MuteButton = ({ taskId, muted }: { taskId: number; muted: boolean }) => (
  <Button data-command="" formAction={`/tasks/${taskId}/mute`} name="mute" value={muted ? "no" : "yes"}>
    {muted ? say.unmute : say.mute}
  </Button>
);
