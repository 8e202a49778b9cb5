/** What people read here; docs/decisions/0020 says how to add to it. */

export const members = "Members";
export const showAll = "Show all";
export const manager = "Manager";
export const disabled = "Disabled";
export const nobodyBelongsToThisOrganizationYet = "Nobody belongs to this organization yet.";
export const addAMember = "Add a member";
export const nameOrAddress = "A name or an e-mail address.";
export const add = "Add";
export const endManager = "End manager";
export const endManagerNamed = (name: string) => `End manager: ${name}`;
export const makeManager = "Make manager";
export const makeManagerNamed = (name: string) => `Make manager: ${name}`;
export const remove = "Remove";
export const removeNamed = (name: string) => `Remove ${name}`;
export const organization = "Organization";
export const people = "People";
export const organizations = "Organizations";
export const edit = "Edit";
export const none = "None";
export const tasks = "Tasks";
export const nothingAskedYet = "Its people have asked for nothing yet.";
export const belongsHereAlready = (name: string) => `${name} belongs here already`;
export const belongsHereNow = (name: string) => `${name} belongs here now`;
export const belongsHereAndThereNoMore = (name: string, from: string) =>
  `${name} belongs here now, and to ${from} no more`;
export const oneDomainALine =
  "One a line, such as example.org. New people with an address of one belong here by themselves, and so do those with one who belong nowhere yet.";
export const whoSeesRequests =
  "Besides the requester and agents. Confidential requests and requests to members-only teams are never shared.";
export const editNamed = (name: string) => `Edit ${name}`;
export const saveOrganization = "Save organization";
export const cancel = "Cancel";
/** `joined`: so many people have come in by a domain. */
export const organizationSaved = (joined: number) =>
  joined === 0
    ? "Organization saved"
    : joined === 1
      ? "Organization saved. 1 person joined by their address"
      : `Organization saved. ${joined} people joined by their addresses`;
export const newOrganization = "New organization";
export const createOrganization = "Create organization";
export const organizationCreated = (joined: number) =>
  joined === 0
    ? "Organization created"
    : joined === 1
      ? "Organization created. 1 person joined by their address"
      : `Organization created. ${joined} people joined by their addresses`;
export const name = "Name";
export const domains = "Domains";
export const requestsAreSeenBy = "Requests are seen by";
export const listIsForAgents = "The list of organizations is for agents.";
export const search = "Search";
export const show = "Show";
export const clear = "Clear";
export const tryTheBeginning = "Try the beginning of a word in its name, or its domain.";
export const noOrganizationFound = "No organization found";
export const whatOrganizationsAre =
  "An organization is where requesters belong together: a company, a school, a branch. It can share their requests among them.";
export const noOrganizationsYet = "No organizations yet";
export const onlyAdminsSayWhere = (name: string) => `Only admins say where ${name} belongs.`;
export const enterAName = "Enter a name.";
export const nameNeedsALetter = "A name has at least one letter or digit.";
export const nameAtMost = (most: number) => `A name has at most ${most} characters.`;
export const domainsAtMost = (most: number) => `An organization has at most ${most} domains.`;
export const isNoDomain = (value: string) => `“${value}” is not a domain, such as example.org.`;
export const noteAtMost = (most: number) => `A note has at most ${most} characters.`;
export const chooseOneOfTheList = "Choose one of the list.";
export const isAManager = (name: string) => `${name} is a manager`;
export const isAMember = (name: string) => `${name} is a member`;
export const belongsHereNoMore = (name: string) => `${name} does not belong here any more`;
export const isAMemberAgain = (name: string) => `${name} is a member again`;
export const isAManagerAgain = (name: string) => `${name} is a manager again`;
export const undo = "Undo";
export const theyBelongElsewhere = "They belong elsewhere by now";
export const theyBelongHereNoMore = "They do not belong here any more";
export const yourAccountMayNotDoThat = "Your account may not do that.";
export const organizationIsNotHere = "That organization is not here.";
export const nameIsTaken = "Another organization has this name.";
export const onlyAdminsChangeThese = "Only admins can change email domains and who sees requests.";
export const anyoneHasAnAddress = (domains: string) => `Anyone can get an address at ${domains}.`;
export const peopleJoin = (people: number) =>
  people === 0
    ? "Nobody joins now, but everyone who writes from there later will."
    : people === 1
      ? "1 person joins now. Everyone who writes from there later joins too."
      : `${people} people join now. Everyone who writes from there later joins too.`;
export const peopleBelong = (people: number) =>
  people === 1 ? "The organization has 1 member." : `The organization has ${people} members.`;
export const theyDoNotSee = "They don't see each other's requests.";
export const managersSee = "The organization's managers see all their requests.";
export const theySeeEachOthers = "They all see each other's requests.";
export const domainsAnyway = (domains: string) => `Use ${domains} anyway`;
export const domainIsTaken = (domain: string, by: string) => `${domain} is a domain of ${by}.`;
export const changedMeanwhile = "Somebody else changed this organization meanwhile. Nothing was saved.";
export const itIsNow = (value: string) =>
  `It is now “${value}”. Save again to replace that with yours, or write that here to keep it.`;
export const nobody = "Nobody";
export const itsManagers = "Its managers";
export const allItsMembers = "All its members";
export const emailDomains = "E-mail domains";
export const whoSeesItsRequests = "Who sees its people's requests";
export const noteForAgents = "Note for agents";
export const noDomains = "none";
export const peopleWhoCameIn = "People who came in";
export const anOrganization = "organization";
