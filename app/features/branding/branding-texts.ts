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
export const nameAtMost = (most: number) => `A name has at most ${most} characters.`;
export const writeAColour = "Write a colour as # and six digits, such as #1f6feb.";
export const writeAHost = "Write the name of a host, such as desk.example.org.";
export const noPicture = "That is no picture that can be a logo. Choose a PNG, WebP or JPEG file.";
export const pictureTooLarge = (most: number) =>
  `That picture is too large. A logo has at most ${most} pixels each way.`;
export const siteSaved = (host: string) => `${host} saved`;
export const theStorageOfFilesDoes = "File storage isn't working right now, so nothing was saved. Try again later.";
export const siteExists = "There is a site for this host already. Open it in the list of sites to change it.";
export const siteChangedMeanwhile =
  "Somebody else changed this site meanwhile. Nothing was saved. Open it anew in another window to see what it is now.";
export const nothingToBringBack = "There is nothing to bring back: this site was changed since, or a day has passed.";
export const enoughSites = (most: number) =>
  `There are ${most} sites already, and no more fit. Reset one that nobody uses.`;
export const changedMeanwhileLookFirst = "Somebody else changed this site meanwhile. Look at it first.";
export const siteReset = (host: string) => `${host} is as the settings of the server say`;
export const siteAsBefore = (host: string) => `${host} is as it was before`;
export const anotherOne = "another one";
export const logoAtMost = (most: number) => `That file is too large. A logo has at most ${most} KiB.`;
export const undo = "Undo";
