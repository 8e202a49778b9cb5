/** What people read here; docs/decisions/0020 says how to add to it. */

export const preview = "Preview";
export const newTask = "New task";
export const light = "Light";
export const dark = "Dark";
export const site = "Site";
export const host = "Host";
export const whatHostsAre = "What stands in the address of the desk, such as desk.example.org.";
export const name = "Name";
export const whereNamesStand = "In titles, above the pages and when signing in. Empty: none.";
export const whereNamesStandOr = (usual: string) =>
  `In titles, above the pages and when signing in. Empty: ${usual}, as the settings of the server say.`;
export const colour = "Colour";
export const whatColoursAreFor =
  "For what is to be done next, such as #1f6feb. It gets lighter or darker where it could not be read. Empty: orange.";
export const logo = "Logo";
export const removeThisLogo = "Remove this logo";
export const anotherLogo = "Another logo";
export const whichPictures = (logoKiB: number) =>
  `A PNG, WebP or JPEG picture up to ${logoKiB} KiB. A square one of at least 192 pixels is the icon of the installed app, too.`;
export const saveSite = "Save site";
export const cancel = "Cancel";
export const sites = "Sites";
export const resetSite = "Reset site";
export const newSite = "New site";
export const whatSitesAre = "How the desk is called and looks, by the host in its address.";
export const none = "None";
export const orange = "Orange";
export const itsOwn = "Its own";
