/** The texts of the client. Written by `npm run texts` from `en.json`. */
export interface Texts {
  readonly app: {
    readonly name: string
  }
  readonly opening: {
    readonly now: string
    readonly failed: string
    readonly failedAdvice: string
    readonly again: string
  }
  readonly connection: {
    readonly connecting: string
    readonly offline: string
    readonly unreachable: string
    readonly notLoaded: string
  }
  readonly layout: {
    readonly streams: string
    readonly people: string
    readonly account: string
    readonly allStreams: string
    readonly close: string
    readonly skip: string
  }
  readonly accountMenu: {
    readonly status: string
    readonly muted: string
    readonly invite: string
    readonly waiting: string
    readonly settings: string
    readonly keys: string
    readonly logOut: string
  }
  readonly views: {
    readonly inbox: string
    readonly recent: string
    readonly all: string
    readonly mentions: string
    readonly starred: string
    readonly drafts: string
    readonly scheduled: string
    readonly private: string
  }
  readonly sidebar: {
    readonly views: string
    readonly private: string
    readonly allPrivate: string
    readonly morePrivate: string
    readonly presence: {
      readonly active: string
      readonly idle: string
      readonly offline: string
    }
    readonly pinned: string
    readonly active: string
    readonly inactive: string
    readonly noStreams: string
    readonly noPrivate: string
    readonly topics: (stream: string) => string
    readonly moreTopics: (count: number) => string
    readonly noTopics: string
    readonly topicsLoading: string
    readonly topicsFailed: string
    readonly again: string
    readonly noTopic: string
    readonly oneself: (name: string) => string
    readonly somebody: string
    readonly erased: (number: string) => string
    readonly unread: (name: string, count: number) => string
    readonly counted: (name: string, count: number) => string
    readonly muted: (name: string) => string
    readonly more: string
  }
  readonly compose: {
    readonly title: string
    readonly begin: string
    readonly message: string
    readonly send: string
    readonly later: string
    readonly enter: string
    readonly controlEnter: string
    readonly attach: string
    readonly gone: (name: string) => string
    readonly membersOnly: string
    readonly administratorsOnly: string
    readonly moderatorsOnly: string
    readonly fullMembersOnly: string
    readonly manyTold: (count: number) => string
    readonly notAll: string
    readonly resolved: string
    readonly notIn: string
    readonly join: string
    readonly notJoined: string
    readonly writing: (names: string, count: number) => string
    readonly manyWriting: string
    readonly emoji: string
    readonly preview: string
    readonly close: string
    readonly to: (name: string) => string
    readonly charactersLeft: (count: number) => string
    readonly charactersOver: (count: number) => string
    readonly tooMuch: string
    readonly recipient: string
    readonly whom: string
    readonly topic: string
    readonly suggestions: string
    readonly notTold: string
    readonly everybody: string
    readonly commands: {
      readonly me: string
      readonly poll: string
      readonly todo: string
    }
    readonly noPreview: string
    readonly remove: (name: string) => string
    readonly unnamedFile: string
    readonly tooLarge: (name: string, limit: number) => string
    readonly uploading: (name: string) => string
    readonly uploadAgain: (name: string) => string
    readonly cancel: (name: string) => string
    readonly attached: string
    readonly notHere: (name: string) => string
    readonly stillUploading: string
    readonly drop: string
    readonly enterHint: string
    readonly newLineHint: string
    readonly controlEnterHint: string
    readonly formatting: string
    readonly formats: {
      readonly bold: string
      readonly italic: string
      readonly strike: string
      readonly link: string
      readonly bullets: string
      readonly numbers: string
      readonly quotation: string
      readonly code: string
      readonly spoiler: string
      readonly maths: string
    }
  }
  readonly calls: {
    readonly add: string
    readonly addVideo: string
    readonly addVoice: string
    readonly joinVideo: string
    readonly joinVoice: string
  }
  readonly messageList: {
    readonly write: string
    readonly unread: string
    readonly today: string
    readonly yesterday: string
    readonly between: (names: string) => string
    readonly beginning: {
      readonly conversation: string
      readonly stream: string
      readonly selection: string
    }
    readonly loading: string
    readonly failed: string
    readonly failedAdvice: string
    readonly empty: string
    readonly emptyAdvice: string
  }
  readonly mainPane: {
    readonly oneself: string
    readonly back: (name: string) => string
    readonly about: (name: string) => string
    readonly unknown: string
    readonly unknownAdvice: string
    readonly found: string
    readonly topicOf: (stream: string, topic: string) => string
  }
  readonly searchBox: {
    readonly cancel: string
    readonly title: string
    readonly show: string
  }
  readonly message: {
    readonly of: (name: string, time: string) => string
    readonly edited: string
    readonly moved: string
    readonly sending: string
    readonly notSent: string
    readonly reaction: (name: string, count: number, isOwn: boolean) => string
    readonly whole: string
    readonly less: string
    readonly spoiler: string
    readonly picture: string
    readonly hidden: string
    readonly show: string
    readonly saving: string
    readonly otherPeople: (count: number) => string
  }
  readonly signedOut: {
    readonly title: string
    readonly to: (organization: string) => string
    readonly email: string
    readonly password: string
    readonly logIn: string
    readonly demo: string
    readonly wrong: string
    readonly deactivated: string
    readonly realmDeactivated: string
    readonly byPasswordOff: string
    readonly noPasswords: string
    readonly tooOften: string
    readonly full: (time: string) => string
    readonly missing: string
    readonly missingSome: string
    readonly nobodyHere: string
    readonly nobodyHereAdvice: string
    readonly foundHere: string
    readonly ended: string
    readonly otherAccount: string
    readonly forgot: string
    readonly joinFromLogin: string
    readonly found: string
    readonly foundAbout: string
    readonly organization: string
    readonly address: string
    readonly yourName: string
    readonly token: string
    readonly tokenHint: string
    readonly region: string
    readonly regionHint: string
    readonly regions: {
      readonly wnam: string
      readonly enam: string
      readonly sam: string
      readonly weur: string
      readonly eeur: string
      readonly apac: string
      readonly oc: string
      readonly afr: string
      readonly me: string
    }
    readonly create: string
    readonly show: string
    readonly join: (organization: string) => string
    readonly joinNow: string
    readonly invitedBy: (name: string) => string
    readonly openToAll: string
    readonly streams: (names: string) => string
    readonly asWhom: string
    readonly haveAccount: string
    readonly inAlready: string
    readonly inAs: (name: string, organization: string) => string
    readonly toApp: string
    readonly asSomebodyElse: string
    readonly notReached: string
    readonly again: string
    readonly toLogin: string
    readonly newLink: string
    readonly forgotten: string
    readonly forgottenHow: string
    readonly mailHow: string
    readonly ask: string
    readonly forgottenAsked: string
    readonly mailAsked: string
    readonly reset: string
    readonly resetOf: (name: string, organization: string) => string
    readonly newPassword: string
    readonly setPassword: string
    readonly confirmAddress: string
    readonly addressFor: (organization: string) => string
    readonly confirmNow: string
    readonly addressConfirmed: string
    readonly addressCounts: (organization: string) => string
    readonly dead: {
      readonly unknown: {
        readonly title: string
        readonly advice: string
      }
      readonly used: {
        readonly title: string
        readonly advice: string
      }
      readonly revoked: {
        readonly title: string
        readonly advice: string
      }
      readonly expired: {
        readonly title: string
        readonly advice: string
      }
      readonly needed: {
        readonly title: string
        readonly advice: string
      }
      readonly closed: {
        readonly title: string
        readonly advice: string
      }
      readonly noPasswords: {
        readonly title: string
        readonly advice: string
      }
      readonly link: {
        readonly title: string
        readonly advice: string
      }
      readonly founded: {
        readonly title: string
        readonly advice: string
      }
      readonly notFounded: {
        readonly title: string
        readonly advice: string
      }
    }
  }
  readonly invitations: {
    readonly title: string
    readonly how: string
    readonly byLink: string
    readonly byLinkHint: string
    readonly byEmail: string
    readonly byEmailHint: string
    readonly emails: string
    readonly emailsHint: string
    readonly mailedHint: string
    readonly role: string
    readonly roles: {
      readonly 100: string
      readonly 200: string
      readonly 300: string
      readonly 400: string
      readonly 600: string
      readonly [code: number]: string
    }
    readonly expiry: string
    readonly inDays: (count: number) => string
    readonly never: string
    readonly streams: (names: string) => string
    readonly defaultStreams: string
    readonly makeLink: string
    readonly makeLinks: string
    readonly send: string
    readonly made: string
    readonly link: string
    readonly linkOf: (email: string) => string
    readonly mailed: (emails: string) => string
    readonly notMade: string
    readonly notMailed: string
    readonly noEmails: string
    readonly noStreams: string
    readonly open: string
    readonly nothingOpen: string
    readonly loading: string
    readonly failed: string
    readonly again: string
    readonly many: string
    readonly about: (role: string, name: string, time: string) => string
    readonly aboutLasting: (role: string, name: string) => string
    readonly renew: string
    readonly resend: string
    readonly renewOf: (name: string) => string
    readonly resendTo: (name: string) => string
    readonly revoke: string
    readonly revokeOf: (name: string) => string
    readonly revoked: string
    readonly somebody: string
  }
  readonly passwordLinks: {
    readonly title: string
    readonly addresses: string
    readonly addressesHint: string
    readonly password: string
    readonly passwordHint: string
    readonly linkMade: string
    readonly hint: string
    readonly nobody: string
    readonly loading: string
    readonly failed: string
    readonly again: string
    readonly asked: (time: string) => string
    readonly until: (time: string) => string
    readonly mailed: (time: string) => string
    readonly make: string
    readonly send: string
    readonly makeFor: (name: string) => string
    readonly sendTo: (name: string) => string
    readonly link: (name: string) => string
    readonly others: string
    readonly othersHint: string
    readonly find: string
    readonly noneFound: string
  }
  readonly onboarding: {
    readonly title: string
    readonly skipStep: string
    readonly skip: (step: string) => string
    readonly close: string
    readonly stream: string
    readonly streamHint: string
    readonly streamName: string
    readonly suggested: string
    readonly create: string
    readonly streamMade: (name: string) => string
    readonly invite: string
    readonly inviteHint: string
    readonly makeLink: string
    readonly phone: string
    readonly phoneHint: string
    readonly showCode: string
    readonly code: (address: string) => string
    readonly browse: string
    readonly browseHint: string
    readonly browseNow: string
    readonly picture: string
    readonly pictureHint: string
    readonly pictureNow: string
    readonly write: string
    readonly writeHint: (stream: string) => string
    readonly writeNow: string
    readonly topic: string
  }
  readonly codeBlocks: {
    readonly copy: string
    readonly copied: string
    readonly view: (name: string) => string
    readonly playgrounds: string
  }
  readonly conversationRow: {
    readonly unread: (name: string, count: number) => string
    readonly own: (text: string) => string
    readonly by: (name: string, text: string) => string
  }
  readonly sidebarFilter: {
    readonly filter: string
    readonly isUnread: string
    readonly nothing: (text: string) => string
    readonly nothingUnread: string
  }
  readonly directMessages: {
    readonly filter: string
    readonly allMessages: string
    readonly nothing: string
    readonly notFound: string
  }
  readonly drafts: {
    readonly nothing: string
    readonly nothingAdvice: string
    readonly nobody: string
    readonly onlyHere: string
    readonly discard: string
    readonly discarded: string
    readonly undo: string
  }
  readonly emoji: {
    readonly find: string
    readonly none: string
    readonly groups: string
    readonly often: string
    readonly own: string
    readonly recent: string
    readonly popular: string
    readonly found: string
    readonly smileys: string
    readonly people: string
    readonly nature: string
    readonly food: string
    readonly travel: string
    readonly activities: string
    readonly objects: string
    readonly symbols: string
    readonly flags: string
  }
  readonly jumps: {
    readonly newest: string
    readonly firstUnread: string
    readonly unreadAbove: (count: number) => string
    readonly news: (name: string, text: string) => string
  }
  readonly forms: {
    readonly password: {
      readonly advice: string
      readonly short: (count: number, least: number) => string
      readonly monotonous: (count: number, least: number) => string
      readonly common: string
      readonly ownName: string
    }
    readonly saved: string
    readonly cancel: string
    readonly copy: string
    readonly copyOf: (name: string) => string
    readonly copied: string
    readonly notCopied: string
    readonly more: (count: number) => string
  }
  readonly messageHistory: {
    readonly title: string
    readonly written: string
    readonly edited: string
    readonly moved: (from: string, to: string) => string
    readonly resolved: string
    readonly reopened: string
  }
  readonly inbox: {
    readonly empty: string
    readonly emptyAdvice: string
    readonly read: string
    readonly readAdvice: string
    readonly filter: string
    readonly clear: string
    readonly clearAll: string
    readonly mentioned: string
    readonly notFound: string
    readonly notFoundAdvice: string
    readonly incomplete: string
  }
  readonly listBeside: {
    readonly choose: string
    readonly clearFilter: string
  }
  readonly shortcuts: {
    readonly title: string
    readonly or: string
    readonly hint: string
    readonly names: {
      readonly Ctrl: string
      readonly Shift: string
      readonly Space: string
      readonly Enter: string
      readonly Escape: string
      readonly Home: string
      readonly End: string
      readonly PageUp: string
      readonly PageDown: string
    }
    readonly nothingUnread: {
      readonly topic: string
      readonly private: string
    }
    readonly groups: {
      readonly finding: string
      readonly reading: string
      readonly message: string
      readonly writing: string
    }
    readonly commands: {
      readonly search: string
      readonly goTo: string
      readonly goToStream: string
      readonly goToPerson: string
      readonly filterSidebar: string
      readonly nextTopic: string
      readonly nextPrivate: string
      readonly inbox: string
      readonly recent: string
      readonly all: string
      readonly private: string
      readonly starred: string
      readonly drafts: string
      readonly account: string
      readonly nextRegion: string
      readonly previousRegion: string
      readonly help: string
      readonly out: string
      readonly next: string
      readonly previous: string
      readonly first: string
      readonly last: string
      readonly pageDown: string
      readonly pageUp: string
      readonly markRead: string
      readonly clear: string
      readonly toConversation: string
      readonly toStream: string
      readonly reply: string
      readonly quote: string
      readonly mentionSender: string
      readonly replyAlone: string
      readonly react: string
      readonly thumbsUp: string
      readonly joinReaction: string
      readonly star: string
      readonly edit: string
      readonly editLast: string
      readonly move: string
      readonly muteTopic: string
      readonly copyLink: string
      readonly unreadFrom: string
      readonly history: string
      readonly collapse: string
      readonly viewImage: string
      readonly sender: string
      readonly more: string
      readonly write: string
      readonly writeAlone: string
      readonly send: string
      readonly bold: string
      readonly italic: string
      readonly strike: string
      readonly link: string
      readonly numbers: string
      readonly bullets: string
      readonly quotation: string
      readonly code: string
      readonly preview: string
      readonly toWritten: string
    }
  }
  readonly lightbox: {
    readonly larger: string
    readonly smaller: string
    readonly original: string
    readonly previous: string
    readonly next: string
    readonly place: (number: number, all: number) => string
    readonly failed: string
  }
  readonly readState: {
    readonly done: (count: number) => string
    readonly undo: string
    readonly failed: string
  }
  readonly messageActions: {
    readonly actions: string
    readonly addReaction: string
    readonly reply: string
    readonly star: string
    readonly more: string
    readonly remind: string
    readonly setReminder: string
    readonly messageOf: (name: string, place: string) => string
    readonly reminderSet: (time: string) => string
    readonly unstarred: string
    readonly copyLink: string
    readonly linkCopied: string
    readonly markUnread: string
    readonly delete: string
    readonly history: string
    readonly edit: string
    readonly quote: string
    readonly forward: string
    readonly copyText: string
    readonly textCopied: string
    readonly move: string
    readonly source: string
    readonly reactions: string
    readonly whoReacted: string
    readonly viewReaders: string
    readonly readers: string
    readonly reactWith: (name: string) => string
    readonly reactors: (name: string, count: number) => string
    readonly noReaders: string
    readonly readBy: (count: number) => string
    readonly readersAdvice: string
    readonly reallyDelete: string
    readonly deleteAdvice: string
    readonly cancel: string
    readonly save: string
    readonly saveAgain: string
    readonly notSaved: string
    readonly textbox: string
    readonly seconds: (minutes: number) => string
    readonly tooLate: string
    readonly again: string
    readonly discard: string
    readonly undone: (reason: string) => string
  }
  readonly move: {
    readonly message: string
    readonly topic: string
    readonly stream: string
    readonly which: string
    readonly change_one: string
    readonly change_later: string
    readonly change_all: string
    readonly tell: string
    readonly old: string
    readonly new: string
    readonly moved: string
    readonly followed: (name: string) => string
    readonly resolve: string
    readonly unresolve: string
  }
  readonly mutes: {
    readonly title: string
    readonly nothing: string
    readonly people: string
    readonly streams: string
    readonly topics: string
    readonly mute: (name: string) => string
    readonly unmute: (name: string) => string
    readonly muted: (name: string) => string
    readonly unmuted: (name: string) => string
    readonly undo: string
  }
  readonly newcomers: {
    readonly name: string
    readonly waiting: (count: number) => string
    readonly show: string
    readonly notNow: string
  }
  readonly notifications: {
    readonly name: string
    readonly offer: string
    readonly turnOn: string
    readonly notNow: string
    readonly blocked: string
    readonly cannot: string
    readonly message: string
    readonly inTopic: (name: string, stream: string, topic: string) => string
    readonly inGroup: (name: string) => string
    readonly push: {
      readonly newMessage: string
      readonly newReaction: string
      readonly reply: string
      readonly markRead: string
      readonly test: string
    }
  }
  readonly botOffer: {
    readonly name: string
    readonly text: (person: string, bot: string) => string
    readonly look: string
  }
  readonly paused: {
    readonly name: string
    readonly until: (time: string) => string
  }
  readonly release: {
    readonly release: string
    readonly replaced: string
    readonly reload: string
    readonly later: string
  }
  readonly people: {
    readonly onlineOf: (count: number, all: number) => string
    readonly titles: {
      readonly talking: (count: number) => string
      readonly online: (count: number) => string
      readonly offline: (count: number) => string
    }
    readonly active: (name: string) => string
    readonly idle: (name: string) => string
    readonly offline: (name: string) => string
    readonly find: string
    readonly nobody: string
    readonly remove: (name: string) => string
    readonly alone: string
    readonly more: (count: number) => string
  }
  readonly profile: {
    readonly unknown: string
    readonly gone: string
    readonly away: string
    readonly lastSeen: (ago: string) => string
    readonly role: string
    readonly bot: string
    readonly roles: {
      readonly 100: string
      readonly 200: string
      readonly 300: string
      readonly 400: string
      readonly 600: string
      readonly [code: number]: string
    }
    readonly owner: string
    readonly email: string
    readonly time: string
    readonly timeIn: (time: string, zone: string) => string
    readonly groups: string
    readonly write: string
    readonly writeOneself: string
    readonly messages: string
    readonly copyMention: string
    readonly mentionCopied: string
    readonly mute: string
    readonly unmute: string
    readonly group: string
    readonly unknownGroup: string
    readonly members: (count: number) => string
    readonly more: (count: number) => string
  }
  readonly pictures: {
    readonly notAPicture: string
    readonly tooLarge: (mib: number) => string
    readonly noFiles: string
    readonly crop: string
    readonly cropHint: string
    readonly zoom: string
    readonly across: string
    readonly down: string
    readonly use: string
  }
  readonly recent: {
    readonly filter: string
    readonly isUnread: string
    readonly isParticipated: string
    readonly isMuted: string
    readonly conversation: string
    readonly people: string
    readonly last: string
    readonly nothing: string
    readonly nothingAdvice: string
    readonly notFound: string
    readonly notFoundAdvice: string
    readonly loading: string
    readonly failed: string
    readonly more: string
  }
  readonly refusals: {
    readonly alreadyDone: string
    readonly gone: string
    readonly notAllowed: string
    readonly tooLate: string
    readonly nameTaken: string
    readonly emailTaken: string
    readonly emailInvalid: string
    readonly emailTwice: string
    readonly emailDisposable: string
    readonly emailWithPlus: string
    readonly emailDomain: string
    readonly emailDeactivated: string
    readonly weakPassword: string
    readonly wrongPassword: string
    readonly wrongSetupToken: string
    readonly noSpace: string
    readonly feedNotPublic: string
    readonly feedUnreachable: string
    readonly feedRedirects: string
    readonly feedStatus: string
    readonly feedGone: string
    readonly noFeed: string
    readonly lastUser: string
    readonly shareUsedUp: (time: string) => string
    readonly notUnderstood: string
    readonly databaseFull: string
    readonly olderMessages: string
    readonly oldTexts: string
  }
  readonly rowMenu: {
    readonly read: string
    readonly stream: string
    readonly topic: string
    readonly conversation: string
    readonly pin: string
    readonly unpin: string
    readonly settings: string
  }
  readonly scheduled: {
    readonly when: string
    readonly inTwentyMinutes: string
    readonly inAnHour: string
    readonly inThreeHours: string
    readonly thisEvening: string
    readonly tomorrow: string
    readonly nextWeek: string
    readonly atTime: string
    readonly schedule: string
    readonly scheduled: (time: string) => string
    readonly none: string
    readonly noneAdvice: string
    readonly of: (name: string) => string
    readonly reminder: (name: string) => string
    readonly ownReminder: string
    readonly sendNow: string
    readonly otherTime: string
    readonly otherText: string
    readonly reallyEnd: string
    readonly keep: string
    readonly save: string
    readonly cancel: string
  }
  readonly search: {
    readonly suggestions: string
    readonly here: string
    readonly wordsHere: string
    readonly wordsEverywhere: string
    readonly words: string
    readonly recent: string
    readonly stream: string
    readonly topicOf: (stream: string) => string
    readonly people: {
      readonly sender: string
      readonly with: string
    }
    readonly operators: {
      readonly stream: string
      readonly topic: string
      readonly sender: string
      readonly 'pm-with': string
      readonly 'group-pm-with': string
      readonly is: string
      readonly has: string
      readonly in: string
      readonly near: string
    }
    readonly choices: {
      readonly unread: string
      readonly mentioned: string
      readonly starred: string
      readonly private: string
      readonly resolved: string
      readonly alerted: string
      readonly link: string
      readonly image: string
      readonly attachment: string
      readonly home: string
      readonly all: string
    }
    readonly unknown: (operator: string, operand: string) => string
    readonly noOperand: (operator: string) => string
    readonly title: {
      readonly messages: string
      readonly messagesOf: (kinds: string) => string
      readonly kinds: {
        readonly unread: (isNot: boolean) => string
        readonly starred: (isNot: boolean) => string
        readonly private: (isNot: boolean) => string
      }
      readonly phrases: {
        readonly 'is:mentioned': (isNot: boolean) => string
        readonly 'is:alerted': (isNot: boolean) => string
        readonly 'is:resolved': (isNot: boolean) => string
        readonly 'has:link': (isNot: boolean) => string
        readonly 'has:image': (isNot: boolean) => string
        readonly 'has:attachment': (isNot: boolean) => string
        readonly 'in:home': (isNot: boolean) => string
        readonly 'streams:public': (isNot: boolean) => string
        readonly 'streams:web-public': (isNot: boolean) => string
      }
      readonly in: (stream: string, isNot: boolean) => string
      readonly topic: (topic: string, isNot: boolean) => string
      readonly from: (name: string, isNot: boolean) => string
      readonly with: (names: string, isNot: boolean) => string
      readonly groupsWith: (name: string, isNot: boolean) => string
      readonly words: (text: string) => string
      readonly id: (id: string) => string
    }
    readonly noStarred: string
    readonly noStarredAdvice: string
    readonly noMentions: string
    readonly noMentionsAdvice: string
    readonly nothing: string
    readonly change: string
    readonly nothingAdvice: string
    readonly failed: string
    readonly failedAdvice: string
    readonly tooBroad: string
    readonly tooBroadAdvice: string
  }
  readonly organization: {
    readonly tabs: {
      readonly profile: string
      readonly joining: string
      readonly permissions: string
      readonly defaults: string
      readonly people: string
      readonly passwords: string
      readonly invitations: string
      readonly bots: string
      readonly groups: string
      readonly emoji: string
      readonly linkifiers: string
      readonly playgrounds: string
      readonly profileFields: string
      readonly defaultStreams: string
      readonly exports: string
      readonly backups: string
      readonly claims: string
      readonly imports: string
      readonly usage: string
      readonly integrations: string
      readonly storage: string
    }
    readonly bots: {
      readonly hint: string
      readonly make: string
      readonly made: (name: string) => string
      readonly find: string
      readonly none: string
      readonly notFound: string
      readonly own: string
      readonly others: string
      readonly of: (owner: string) => string
      readonly all: string
      readonly change: string
      readonly changeOf: (name: string) => string
      readonly isBack: (name: string) => string
      readonly kind: string
      readonly kinds: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
        readonly [code: number]: string
      }
      readonly kindHints: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
        readonly [code: number]: string
      }
      readonly name: string
      readonly nameless: string
      readonly shortName: string
      readonly addressWillBe: (address: string) => string
      readonly service: string
      readonly serviceAddress: string
      readonly addressNeeded: string
      readonly noAddress: string
      readonly interface: string
      readonly interfaces: {
        readonly 1: string
        readonly 2: string
        readonly [code: number]: string
      }
      readonly token: string
      readonly tokenHint: string
      readonly key: string
      readonly keyHint: string
      readonly once: string
      readonly download: string
      readonly slackAddress: string
      readonly jsonAddress: string
      readonly addressHint: string
      readonly newKey: string
      readonly newKeyNow: string
      readonly keyMade: string
      readonly oldKeyEnds: string
      readonly streams: string
      readonly streamsHint: string
      readonly sendsTo: string
      readonly noStream: string
      readonly listensTo: string
      readonly everyStream: string
      readonly allPublic: string
      readonly passOn: string
      readonly passOnNow: string
      readonly passOnTo: (name: string) => string
      readonly takeOver: string
      readonly passingOn: string
      readonly newOwner: string
      readonly nobodyChosen: string
      readonly offered: string
      readonly offeredTo: (name: string) => string
      readonly staysUntil: string
      readonly takeBack: string
      readonly takenBack: string
      readonly offers: string
      readonly offersMean: string
      readonly offeredBy: (name: string) => string
      readonly until: (date: string) => string
      readonly storesUpTo: (size: string) => string
      readonly accept: string
      readonly acceptOf: (name: string) => string
      readonly decline: string
      readonly declineOf: (name: string) => string
      readonly isYours: (name: string) => string
      readonly wasDeclined: (name: string) => string
      readonly end: string
      readonly ends: string
      readonly integrations: string
    }
    readonly integrations: {
      readonly hint: string
      readonly all: string
      readonly find: string
      readonly none: string
      readonly notFound: string
      readonly open: string
      readonly openOf: (name: string) => string
      readonly added: (name: string, date: string) => string
      readonly addedBySelf: (date: string) => string
      readonly places: {
        readonly byEvent: (stream: string) => string
        readonly byTitle: (stream: string) => string
        readonly topic: (stream: string, topic: string) => string
        readonly unknown: string
        readonly self: string
        readonly owner: (name: string) => string
      }
      readonly steps: {
        readonly title: (label: string) => string
        readonly names: (label: string) => string
        readonly open: (menus: string) => string
        readonly press: (button: string) => string
        readonly pasteAddress: (field: string) => string
        readonly pasteSecret: (field: string) => string
        readonly choose: (value: string, field: string) => string
        readonly events: (field: string) => string
        readonly copySecret: (field: string) => string
        readonly documentation: (label: string) => string
      }
      readonly serviceSecret: {
        readonly title: (label: string) => string
        readonly hint: (label: string) => string
        readonly save: string
        readonly saved: string
        readonly needed: string
      }
      readonly test: {
        readonly title: string
        readonly hint: string
        readonly send: string
        readonly sent: string
        readonly show: string
      }
      readonly add: string
      readonly services: {
        readonly find: string
        readonly found: (count: number) => string
        readonly notFound: string
        readonly others: (type: string) => string
        readonly another: string
      }
      readonly categories: {
        readonly code: string
        readonly builds: string
        readonly monitoring: string
        readonly incidents: string
        readonly projects: string
        readonly support: string
        readonly money: string
        readonly automation: string
        readonly feeds: string
      }
      readonly botName: string
      readonly botNameHint: (label: string) => string
      readonly wasAdded: (name: string) => string
      readonly access: {
        readonly title: string
        readonly titleWithSecret: string
        readonly address: string
        readonly secret: string
        readonly once: (label: string) => string
        readonly bothOnce: (label: string) => string
      }
      readonly finish: string
      readonly noneAdvice: string
      readonly feed: {
        readonly address: string
        readonly hint: string
        readonly byTitle: string
        readonly formats: string
        readonly needed: string
        readonly wasAdded: (name: string) => string
        readonly title: string
        readonly readAt: (time: string) => string
        readonly nextAt: (time: string) => string
        readonly gone: string
        readonly failing: (count: number, problem: string) => string
        readonly nothing: string
      }
    }
    readonly groups: {
      readonly hint: string
      readonly make: string
      readonly made: (name: string) => string
      readonly find: string
      readonly none: string
      readonly notFound: string
      readonly all: string
      readonly change: string
      readonly changeOf: (name: string) => string
      readonly show: string
      readonly showOf: (name: string) => string
      readonly name: string
      readonly nameless: string
      readonly description: string
      readonly notYours: string
      readonly empty: string
      readonly others: string
      readonly end: string
      readonly delete: string
      readonly deleteNow: (name: string) => string
      readonly deletion: string
      readonly deleted: (name: string) => string
    }
    readonly people: {
      readonly find: string
      readonly nobody: string
      readonly active: (count: number) => string
      readonly gone: (count: number) => string
      readonly goneHint: string
      readonly since: (day: string) => string
      readonly newcomer: string
      readonly newcomers: (count: number) => string
      readonly newcomersHint: string
      readonly newcomersLeft: (count: number) => string
      readonly through: (name: string) => string
      readonly throughNobody: string
      readonly newcomerThrough: (name: string) => string
      readonly newcomerThroughNobody: string
      readonly vouch: string
      readonly vouchFor: (name: string) => string
      readonly vouched: (name: string) => string
      readonly vouchForAll: (count: number) => string
      readonly vouchForThem: (count: number) => string
      readonly vouchForAllHint: string
      readonly vouchedForAll: (count: number) => string
      readonly change: string
      readonly changeOf: (name: string) => string
      readonly all: string
      readonly name: string
      readonly nameless: string
      readonly yourself: string
      readonly ofOwners: string
      readonly onlyOwner: string
      readonly ownRole: string
      readonly guestFirst: string
      readonly sessions: string
      readonly endSessions: string
      readonly endSessionsNow: string
      readonly sessionsHint: string
      readonly sessionsEnded: string
      readonly end: string
      readonly deactivate: string
      readonly deactivateNow: (name: string) => string
      readonly ends: (name: string) => string
      readonly botsEnd: (names: string) => string
      readonly newcomersEnd: (count: number) => string
      readonly groupsStay: (names: string) => string
      readonly canComeBack: string
      readonly deactivated: (name: string) => string
      readonly bringBack: string
      readonly bringBackOf: (name: string) => string
      readonly isBack: (name: string) => string
    }
    readonly erasing: {
      readonly erase: string
      readonly eraseOf: (name: string) => string
      readonly hint: string
      readonly goes: (name: string) => string
      readonly stays: string
      readonly copies: string
      readonly messages: string
      readonly keep: string
      readonly keepHint: string
      readonly delete: string
      readonly deleteHint: string
      readonly eraseNow: string
      readonly notTyped: string
      readonly done: (name: string) => string
    }
    readonly profile: {
      readonly name: string
      readonly description: string
      readonly descriptionHint: string
      readonly nameNeeded: string
      readonly icon: string
      readonly iconHint: string
      readonly chooseIcon: string
      readonly removeIcon: string
      readonly logo: string
      readonly logoHint: string
      readonly chooseLogo: string
      readonly removeLogo: string
      readonly nightLogo: string
      readonly nightLogoHint: string
      readonly chooseNightLogo: string
      readonly removeNightLogo: string
      readonly none: string
      readonly closing: string
      readonly closingAbout: string
      readonly close: string
      readonly closeNow: string
      readonly typeName: (name: string) => string
      readonly notTyped: string
    }
    readonly rules: {
      readonly byOwners: string
      readonly who: {
        readonly everybody: string
        readonly members: string
        readonly fullMembers: string
        readonly moderators: string
        readonly administrators: string
        readonly owners: string
        readonly nobody: string
        readonly nobodyButBots: string
        readonly membersWithoutGeneric: string
      }
      readonly groups: {
        readonly invitations: string
        readonly addresses: string
        readonly newcomers: string
        readonly methods: string
        readonly streams: string
        readonly editing: string
        readonly deleting: string
        readonly writing: string
        readonly people: string
        readonly privacy: string
        readonly making: string
        readonly content: string
        readonly mail: string
      }
      readonly settings: {
        readonly invite_required: {
          readonly label: string
          readonly hint: string
        }
        readonly invite_to_realm_policy: {
          readonly label: string
          readonly hint: string
        }
        readonly emails_restricted_to_domains: {
          readonly label: string
          readonly hint: string
        }
        readonly disallow_disposable_email_addresses: {
          readonly label: string
          readonly hint: string
        }
        readonly waiting_period_threshold: {
          readonly label: string
          readonly hint: string
        }
        readonly signup_notifications_stream_id: {
          readonly label: string
        }
        readonly create_public_stream_policy: {
          readonly label: string
        }
        readonly create_private_stream_policy: {
          readonly label: string
        }
        readonly enable_spectator_access: {
          readonly label: string
          readonly hint: string
        }
        readonly create_web_public_stream_policy: {
          readonly label: string
        }
        readonly invite_to_stream_policy: {
          readonly label: string
        }
        readonly notifications_stream_id: {
          readonly label: string
        }
        readonly allow_message_editing: {
          readonly label: string
          readonly hint: string
        }
        readonly message_content_edit_limit_seconds: {
          readonly label: string
        }
        readonly edit_topic_policy: {
          readonly label: string
        }
        readonly move_messages_between_streams_policy: {
          readonly label: string
        }
        readonly allow_edit_history: {
          readonly label: string
        }
        readonly mandatory_topics: {
          readonly label: string
        }
        readonly owner_full_content_access: {
          readonly label: string
          readonly hint: string
        }
        readonly delete_own_message_policy: {
          readonly label: string
          readonly hint: string
        }
        readonly message_content_delete_limit_seconds: {
          readonly label: string
        }
        readonly message_retention_days: {
          readonly label: string
          readonly hint: string
        }
        readonly old_texts_after_days: {
          readonly label: string
          readonly hint: string
        }
        readonly private_message_policy: {
          readonly label: string
        }
        readonly wildcard_mention_policy: {
          readonly label: string
          readonly hint: string
        }
        readonly name_changes_disabled: {
          readonly label: string
        }
        readonly email_changes_disabled: {
          readonly label: string
        }
        readonly avatar_changes_disabled: {
          readonly label: string
        }
        readonly email_address_visibility: {
          readonly label: string
          readonly hint: string
        }
        readonly presence_disabled: {
          readonly label: string
        }
        readonly message_content_allowed_in_email_notifications: {
          readonly label: string
          readonly hint: string
        }
        readonly digest_emails_enabled: {
          readonly label: string
          readonly hint: string
        }
        readonly digest_weekday: {
          readonly label: string
        }
        readonly user_group_edit_policy: {
          readonly label: string
        }
        readonly bot_creation_policy: {
          readonly label: string
        }
        readonly add_custom_emoji_policy: {
          readonly label: string
        }
        readonly inline_image_preview: {
          readonly label: string
        }
        readonly inline_url_embed_preview: {
          readonly label: string
          readonly hint: string
        }
        readonly default_code_block_language: {
          readonly label: string
          readonly hint: string
        }
        readonly default_language: {
          readonly label: string
          readonly hint: string
        }
      }
      readonly noLimit: {
        readonly message_content_edit_limit_seconds: string
        readonly message_content_delete_limit_seconds: string
        readonly message_retention_days: string
        readonly old_texts_after_days: string
        readonly waiting_period_threshold: string
      }
      readonly otherTime: string
      readonly inUnits: {
        readonly seconds: (label: string) => string
        readonly days: (label: string) => string
      }
      readonly set: string
      readonly noNumber: string
      readonly deletesOlder: (time: string) => string
      readonly deleteOlder: string
      readonly noStream: string
      readonly hiddenStream: string
      readonly methods: {
        readonly Email: string
        readonly Dev: string
      }
      readonly onlyMethod: string
      readonly domains: {
        readonly title: string
        readonly nothing: string
        readonly onlyThese: string
        readonly notRestricted: string
        readonly withSubdomains: string
        readonly withSubdomainsOf: (domain: string) => string
        readonly remove: string
        readonly removeOf: (domain: string) => string
        readonly removed: string
        readonly openToAll: string
        readonly domain: string
        readonly add: string
        readonly added: string
        readonly missing: string
      }
      readonly defaultsAbout: string
    }
    readonly usage: {
      readonly title: string
      readonly about: (time: string) => string
      readonly refused: (time: string) => string
      readonly waits: (time: string) => string
      readonly refresh: string
      readonly names: {
        readonly worker_requests: string
        readonly object_requests: string
        readonly rows_written: string
        readonly rows_read: string
        readonly object_rows_written: string
        readonly object_gb_seconds: string
        readonly r2_writes: string
        readonly r2_reads: string
        readonly database_bytes: string
        readonly file_bytes: string
        readonly backup_bytes: string
      }
      readonly gbSeconds: (count: string) => string
      readonly of: (value: string, quota: string) => string
      readonly noQuota: (value: string) => string
      readonly sources: {
        readonly exact: string
        readonly at_least: string
        readonly account: string
      }
      readonly sourcesTitle: string
      readonly mail: string
      readonly mailUsed: (used: number, limit: number) => string
      readonly mailLeftOut: (count: number) => string
      readonly mailFailures: (count: number) => string
      readonly mailProblem: (problem: string) => string
      readonly sourceHints: {
        readonly exact: string
        readonly at_least: string
        readonly account: string
      }
      readonly marks: {
        readonly much: string
        readonly most: string
        readonly all: string
      }
      readonly hours: string
      readonly days: string
      readonly noHours: string
      readonly firstDay: string
      readonly noDays: string
      readonly peak: (value: string, when: string) => string
      readonly figures: string
      readonly figuresOf: (name: string) => string
      readonly hour: string
      readonly day: string
      readonly amount: string
      readonly share: string
      readonly unknown: string
      readonly storage: string
    }
    readonly emoji: {
      readonly title: string
      readonly nothing: string
      readonly find: string
      readonly notFound: string
      readonly addedBy: (name: string) => string
      readonly byNobody: string
      readonly overrides: string
      readonly deleteOf: (name: string) => string
      readonly reallyDelete: string
      readonly add: string
      readonly addHint: (mib: number) => string
      readonly choose: string
      readonly noFiles: string
      readonly preview: string
      readonly name: string
      readonly nameHint: string
      readonly addNow: string
      readonly added: string
      readonly problems: {
        readonly missing: string
        readonly characters: string
        readonly end: string
        readonly taken: string
        readonly builtIn: string
      }
      readonly replaces: string
    }
    readonly linkifiers: {
      readonly title: string
      readonly nothing: string
      readonly hint: string
      readonly changeOf: (pattern: string) => string
      readonly deleteOf: (pattern: string) => string
      readonly reallyDelete: string
      readonly add: string
      readonly addHint: string
      readonly pattern: string
      readonly address: string
      readonly missing: string
      readonly addNow: string
      readonly added: string
      readonly try: string
      readonly tryHint: string
      readonly text: string
      readonly slow: string
      readonly found: (count: number) => string
      readonly problems: {
        readonly pattern: string
        readonly url_format_string: string
        readonly __all__: string
      }
    }
    readonly playgrounds: {
      readonly title: string
      readonly nothing: string
      readonly hint: string
      readonly deleteOf: (name: string) => string
      readonly reallyDelete: string
      readonly add: string
      readonly name: string
      readonly language: string
      readonly prefix: string
      readonly prefixHint: string
      readonly missing: string
      readonly addNow: string
      readonly added: string
    }
    readonly profileFields: {
      readonly title: string
      readonly hint: string
      readonly nothing: string
      readonly types: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
        readonly 4: string
        readonly 5: string
        readonly 6: string
        readonly 7: string
        readonly [code: number]: string
      }
      readonly up: (name: string) => string
      readonly down: (name: string) => string
      readonly moved: (name: string, place: number, count: number) => string
      readonly changeOf: (name: string) => string
      readonly deleteOf: (name: string) => string
      readonly reallyDelete: string
      readonly add: string
      readonly type: string
      readonly name: string
      readonly help: string
      readonly nameless: string
      readonly addNow: string
      readonly added: string
      readonly options: string
      readonly option: (number: number) => string
      readonly addOption: string
      readonly removeOption: (text: string) => string
      readonly optionUp: (text: string) => string
      readonly optionDown: (text: string) => string
      readonly noOptions: string
      readonly optionsGo: string
      readonly service: string
      readonly otherService: string
      readonly pattern: string
      readonly patternHint: string
    }
    readonly defaultStreams: {
      readonly title: string
      readonly hint: string
      readonly nothing: string
      readonly remove: string
      readonly removeOf: (name: string) => string
      readonly removed: string
      readonly add: string
      readonly stream: string
      readonly addNow: string
      readonly added: string
      readonly noOthers: string
      readonly onlyPublic: string
    }
    readonly calls: {
      readonly title: string
      readonly provider: string
      readonly hint: string
      readonly off: string
      readonly standard: (host: string) => string
      readonly own: string
      readonly address: string
      readonly addressHint: string
      readonly noAddress: string
    }
    readonly exports: {
      readonly title: string
      readonly about: string
      readonly kind: string
      readonly kinds: {
        readonly public: {
          readonly label: string
          readonly hint: string
        }
        readonly consented: {
          readonly label: string
          readonly hint: string
        }
        readonly everything: {
          readonly label: string
          readonly hint: string
        }
      }
      readonly consents: (consenting: number, people: number) => string
      readonly access: string
      readonly needsStream: string
      readonly forOwners: string
      readonly noFiles: string
      readonly make: string
      readonly asked: string
      readonly nothing: string
      readonly waits: (time: string) => string
      readonly by: (name: string) => string
      readonly somebody: string
      readonly pending: string
      readonly failed: (time: string) => string
      readonly deleted: (time: string) => string
      readonly copied: (time: string) => string
      readonly download: string
      readonly downloadOf: (time: string) => string
      readonly deleteOf: (time: string) => string
      readonly reallyDelete: string
    }
    readonly backups: {
      readonly title: string
      readonly about: string
      readonly files: string
      readonly noFiles: string
      readonly frequency: string
      readonly frequencyHint: string
      readonly frequencies: {
        readonly never: string
        readonly day: string
        readonly week: string
      }
      readonly number: string
      readonly numberHint: string
      readonly numbers: (count: number) => string
      readonly due: (time: string) => string
      readonly dueToday: string
      readonly make: string
      readonly asked: string
      readonly list: string
      readonly locked: string
      readonly waits: (time: string) => string
      readonly nothing: string
      readonly scheduled: string
      readonly messages: (count: number) => string
      readonly pending: string
      readonly verified: string
      readonly failures: {
        readonly not_written: string
        readonly not_read: string
        readonly damaged: string
        readonly too_large: string
        readonly lost: string
        readonly old_texts_unavailable: string
      }
      readonly downloadOf: (time: string) => string
      readonly deleteOf: (time: string) => string
      readonly reallyDelete: string
    }
    readonly imports: {
      readonly title: string
      readonly about: string
      readonly fresh: string
      readonly steps: string
      readonly command: string
      readonly key: (tab: string) => string
      readonly documentation: string
      readonly running: string
      readonly started: (source: string, time: string) => string
      readonly meanwhile: string
      readonly waits: (time: string) => string
      readonly of: (imported: number, expected: number) => string
      readonly stop: string
      readonly stopHint: string
      readonly stopNow: string
      readonly stopped: string
      readonly finished: string
      readonly finishedAt: (source: string, time: string) => string
      readonly stoppedAt: (source: string, time: string) => string
      readonly whole: string
      readonly people: (tab: string) => string
      readonly missing: string
      readonly missingHint: string
      readonly imported: string
      readonly chapters: {
        readonly profile_fields: string
        readonly users: string
        readonly muted_users: string
        readonly emoji: string
        readonly user_groups: string
        readonly linkifiers: string
        readonly playgrounds: string
        readonly domains: string
        readonly streams: string
        readonly bots: string
        readonly default_stream_groups: string
        readonly subscriptions: string
        readonly muted_topics: string
        readonly conversations: string
        readonly invitations: string
        readonly files: string
        readonly drafts: string
        readonly scheduled_messages: string
        readonly marks: string
        readonly messages: string
      }
    }
    readonly claims: {
      readonly title: string
      readonly nobody: string
      readonly everybody: string
      readonly waiting: (count: number) => string
      readonly hint: string
      readonly sendHint: string
      readonly noAddress: string
      readonly noAddressHint: string
      readonly until: (time: string) => string
      readonly expired: (time: string) => string
      readonly makeAll: string
      readonly sendAll: string
      readonly makeAllHint: string
      readonly sendAllHint: string
      readonly makeAllNow: string
      readonly sendAllNow: string
      readonly allMade: (count: number) => string
      readonly allMailed: (count: number) => string
      readonly address: string
      readonly addressOf: (name: string) => string
      readonly saveAddress: string
      readonly link: string
    }
    readonly storage: {
      readonly title: string
      readonly growth: (size: string) => string
      readonly noGrowth: string
      readonly growthUnknown: string
      readonly fullOn: (date: string) => string
      readonly full: string
      readonly shared: (count: number) => string
      readonly places: string
      readonly placesHint: string
      readonly messages: (count: number, size: string) => string
      readonly noMessages: string
      readonly place: string
      readonly amount: string
      readonly size: string
      readonly direct: string
      readonly unseen: string
      readonly oldTexts: {
        readonly title: string
        readonly about: string
        readonly noStorage: string
        readonly nothing: string
        readonly moved: (count: number, size: string) => string
        readonly waiting: (count: number) => string
        readonly pace: (count: number, date: string) => string
        readonly return: string
        readonly returnQuestion: string
        readonly returning: (count: number) => string
        readonly stop: string
      }
      readonly bigFiles: {
        readonly title: string
        readonly about: string
        readonly nothing: (size: string) => string
        readonly unnamed: {
          readonly image: (size: string) => string
          readonly video: (size: string) => string
          readonly audio: (size: string) => string
          readonly other: (size: string) => string
        }
        readonly uploadedBy: (name: string) => string
        readonly inHidden: string
        readonly reallyDelete: (name: string) => string
        readonly more: string
      }
      readonly remedies: string
      readonly ownersOnly: string
      readonly backup: string
      readonly backupHint: string
      readonly retention: string
      readonly retentionHint: string
      readonly plan: string
      readonly planHint: string
      readonly planLink: string
      readonly files: string
      readonly filesHint: string
      readonly filesSize: (size: string) => string
      readonly filesLink: string
    }
  }
  readonly integrationChoices: {
    readonly where: string
    readonly toSelf: string
    readonly toOwner: (name: string) => string
    readonly topic: string
    readonly byEvent: string
    readonly byEventHint: string
    readonly oneTopic: string
    readonly topicName: string
    readonly topicNeeded: string
    readonly events: string
    readonly allEvents: string
    readonly someEvents: string
    readonly findEvents: string
    readonly selectAll: string
    readonly selectNone: string
    readonly noEvents: string
    readonly chosen: (count: number, total: number) => string
    readonly eventNeeded: string
  }
  readonly integrationPage: {
    readonly posting: string
    readonly change: string
    readonly save: string
    readonly profile: string
    readonly botSettings: string
    readonly allEvents: string
    readonly onlyEvents: (events: string) => string
    readonly someEvents: (count: number, total: number) => string
    readonly noEvents: string
    readonly signed: string
    readonly unsigned: string
    readonly deliveries: {
      readonly title: string
      readonly refresh: string
      readonly loadedAt: (time: string) => string
      readonly nothing: string
      readonly posted: string
      readonly message: string
      readonly messageOf: (event: string, time: string) => string
      readonly failed: string
      readonly failedHint: string
      readonly unnamed: string
      readonly request: string
      readonly requestOf: (event: string, time: string) => string
      readonly notStored: string
      readonly repeat: string
      readonly repeatOf: (event: string, time: string) => string
      readonly outcomes: {
        readonly posted: string
        readonly edited: string
        readonly repeated: string
        readonly gathered: string
        readonly unknown: string
        readonly not_shown: string
      }
      readonly problems: {
        readonly notSigned: string
        readonly unreadable: string
        readonly wrongService: string
        readonly notAllowed: string
        readonly noStream: string
      }
      readonly unknown: string
      readonly unknownHint: string
      readonly unknownCount: (count: number, event: string) => string
    }
    readonly secret: {
      readonly title: string
      readonly hint: (label: string) => string
      readonly make: string
      readonly makeNow: string
      readonly made: string
      readonly formerEnds: (label: string) => string
      readonly once: (label: string) => string
    }
    readonly address: {
      readonly title: string
      readonly hint: (label: string) => string
      readonly make: string
      readonly makeNow: string
      readonly made: string
      readonly formerEnds: (label: string) => string
      readonly once: (label: string) => string
    }
  }
  readonly settings: {
    readonly title: string
    readonly noPage: string
    readonly noItem: string
    readonly all: string
    readonly find: string
    readonly found: (count: number) => string
    readonly groups: {
      readonly personal: string
      readonly organization: string
      readonly people: string
      readonly content: string
      readonly data: string
    }
    readonly tabs: {
      readonly general: string
      readonly profile: string
      readonly account: string
      readonly notifications: string
      readonly sessions: string
      readonly files: string
      readonly data: string
      readonly muted: string
    }
    readonly waiting: (tab: string, count: number) => string
    readonly loading: string
    readonly failed: string
    readonly again: string
    readonly theme: string
    readonly asSystem: string
    readonly light: string
    readonly dark: string
    readonly size: string
    readonly usualSize: string
    readonly large: string
    readonly sizes: {
      readonly small: string
      readonly normal: string
      readonly large: string
    }
    readonly density: string
    readonly densities: {
      readonly comfortable: string
      readonly compact: string
    }
    readonly onlyHere: string
    readonly sample: {
      readonly title: string
      readonly stream: string
      readonly messages: {
        readonly first: {
          readonly name: string
          readonly text: string
        }
        readonly second: {
          readonly name: string
          readonly text: string
        }
      }
    }
    readonly contrast: string
    readonly wide: string
    readonly wideHint: string
    readonly language: string
    readonly machineTranslated: string
    readonly habits: string
    readonly enterSends: string
    readonly enterSendsHint: string
    readonly hours24: string
    readonly emoticons: string
    readonly drafts: string
    readonly draftsHint: string
    readonly timezone: string
    readonly timezoneHint: string
    readonly noTimezone: string
    readonly told: string
    readonly exportConsent: string
    readonly exportConsentHint: string
    readonly release: (version: string) => string
    readonly toldOf: {
      readonly reader: {
        readonly presence: string
        readonly typingPrivate: string
        readonly typingStreams: string
        readonly receipts: string
      }
      readonly newcomers: {
        readonly presence: string
        readonly typingPrivate: string
        readonly typingStreams: string
        readonly receipts: string
      }
    }
    readonly profile: {
      readonly name: string
      readonly nameless: string
      readonly namesFixed: string
      readonly picture: string
      readonly choose: string
      readonly remove: string
      readonly noPicture: string
      readonly picturesFixed: string
      readonly fields: string
      readonly nothing: string
      readonly people: (field: string) => string
      readonly otherPeople: string
    }
    readonly account: {
      readonly address: string
      readonly sameAddress: string
      readonly newAddress: string
      readonly changeAddress: string
      readonly asked: string
      readonly addressesFixed: string
      readonly waits: (email: string) => string
      readonly waitsForMail: (email: string) => string
      readonly waitsForYou: (email: string) => string
      readonly link: string
      readonly confirm: string
      readonly password: string
      readonly oldPassword: string
      readonly newPassword: string
      readonly bothPasswords: string
      readonly keepSessions: string
      readonly keepSessionsHint: string
      readonly changePassword: string
      readonly deactivation: string
      readonly deactivationAbout: string
      readonly deactivate: string
      readonly deactivateNow: string
      readonly typeAddress: (email: string) => string
      readonly notTyped: string
    }
    readonly notifications: {
      readonly shown: string
      readonly own: string
      readonly streams: string
      readonly everybody: string
      readonly everybodyHint: string
      readonly content: string
      readonly contentHint: string
      readonly pushed: string
      readonly pushedHint: string
      readonly pushOwn: string
      readonly pushHere: string
      readonly pushStreams: string
      readonly reactions: string
      readonly heard: string
      readonly sounds: string
      readonly soundOwn: string
      readonly soundStreams: string
      readonly counted: string
      readonly mail: string
      readonly noMail: string
      readonly mailOwn: string
      readonly mailStreams: string
      readonly mailWait: string
      readonly mailWaitHint: string
      readonly mailContent: string
      readonly mailContentHint: string
      readonly mailContentForbidden: string
      readonly mailName: string
      readonly logins: string
      readonly digest: string
      readonly digestHint: string
      readonly digestOff: string
      readonly countAll: string
      readonly countOwn: string
      readonly countNothing: string
      readonly ofStreams: string
      readonly noStreams: string
      readonly muted: string
      readonly columns: {
        readonly desktop_notifications: string
        readonly audible_notifications: string
        readonly push_notifications: string
        readonly email_notifications: string
        readonly wildcard_mentions_notify: string
      }
      readonly columnOf: {
        readonly desktop_notifications: (stream: string) => string
        readonly audible_notifications: (stream: string) => string
        readonly push_notifications: (stream: string) => string
        readonly email_notifications: (stream: string) => string
        readonly wildcard_mentions_notify: (stream: string) => string
      }
      readonly words: string
      readonly wordsHint: string
      readonly word: string
      readonly wordThere: string
      readonly removeWord: (word: string) => string
    }
    readonly push: {
      readonly devices: string
      readonly none: string
      readonly turnOn: string
      readonly turnedOn: string
      readonly install: string
      readonly cannot: string
      readonly lastPush: (date: string) => string
      readonly never: string
      readonly test: string
      readonly testOf: (name: string) => string
      readonly remove: string
      readonly removeOf: (name: string) => string
      readonly removed: string
      readonly outcomes: {
        readonly sent: (host: string) => string
        readonly gone: (host: string) => string
        readonly refused: (host: string) => string
        readonly delayed: (host: string) => string
        readonly too_large: (host: string) => string
      }
    }
    readonly sessions: {
      readonly title: string
      readonly hint: string
      readonly kinds: {
        readonly browser: string
        readonly key: string
      }
      readonly current: string
      readonly since: (day: string) => string
      readonly used: (day: string) => string
      readonly end: string
      readonly endOf: (name: string) => string
      readonly ended: string
      readonly noOthers: string
      readonly endOthers: string
      readonly othersEnded: string
      readonly key: string
      readonly keyHint: (email: string) => string
      readonly password: string
      readonly passwordMissing: string
      readonly make: string
      readonly made: string
      readonly once: string
    }
    readonly data: {
      readonly title: string
      readonly about: string
      readonly noFiles: string
      readonly make: string
      readonly asked: string
      readonly pending: string
      readonly waits: (time: string) => string
      readonly ready: (time: string, end: string) => string
      readonly failed: (time: string) => string
      readonly failures: {
        readonly not_written: string
        readonly lost: string
        readonly old_texts_unavailable: string
      }
      readonly next: (time: string) => string
      readonly download: string
      readonly delete: string
      readonly reallyDelete: string
      readonly stop: string
      readonly reallyStop: string
    }
    readonly files: {
      readonly title: string
      readonly nothing: string
      readonly own: (count: number, size: string) => string
      readonly used: (size: string) => string
      readonly usedOf: (size: string, all: string) => string
      readonly room: string
      readonly find: string
      readonly notFound: string
      readonly inNone: string
      readonly byBot: (name: string) => string
      readonly message: string
      readonly messageOf: (number: number) => string
      readonly deleteOf: (name: string) => string
      readonly reallyDelete: string
    }
  }
  readonly status: {
    readonly title: string
    readonly emoji: string
    readonly text: string
    readonly suggestions: string
    readonly suggested: {
      readonly busy: string
      readonly meeting: string
      readonly commuting: string
      readonly sick: string
      readonly vacation: string
      readonly remote: string
      readonly office: string
    }
    readonly invisible: string
    readonly invisibleHint: string
    readonly save: string
    readonly clear: string
  }
  readonly streamAddress: {
    readonly title: string
    readonly hint: string
    readonly address: string
    readonly make: string
    readonly made: string
    readonly options: {
      readonly 'show-sender': string
      readonly 'include-quotes': string
      readonly 'include-footer': string
      readonly 'prefer-html': string
    }
    readonly renew: string
    readonly remove: string
    readonly removed: string
    readonly ends: string
  }
  readonly streamEditing: {
    readonly title: string
    readonly descriptionHint: string
    readonly kinds: {
      readonly web: string
      readonly public: string
      readonly private: string
      readonly fromNow: string
    }
    readonly opens: {
      readonly web: string
      readonly public: string
    }
    readonly open: string
    readonly notIn: string
    readonly whoPosts: string
    readonly posters: {
      readonly everybody: string
      readonly fullMembers: string
      readonly moderators: string
      readonly administrators: string
    }
    readonly mayPost: {
      readonly 2: string
      readonly 3: string
      readonly 4: string
      readonly [code: number]: string
    }
    readonly retention: string
    readonly asOrganization: (time: string) => string
    readonly keptFor: (time: string) => string
    readonly archiving: string
    readonly archive: string
    readonly archiveQuestion: (name: string) => string
    readonly archiveNow: string
    readonly reallyArchive: string
    readonly archived: (name: string) => string
  }
  readonly streams: {
    readonly all: string
    readonly create: string
    readonly findStream: string
    readonly show: string
    readonly choices: {
      readonly every: string
      readonly joined: string
      readonly others: string
    }
    readonly none: {
      readonly every: string
      readonly joined: string
      readonly others: string
    }
    readonly joined: string
    readonly detailsOf: (name: string) => string
    readonly joinedByAdding: string
    readonly notForGuests: string
    readonly noStream: string
    readonly joinShort: string
    readonly leaveShort: string
    readonly joinOf: (name: string) => string
    readonly leaveOf: (name: string) => string
    readonly stream: string
    readonly unknown: string
    readonly noDescription: string
    readonly privacy: {
      readonly web: string
      readonly public: string
      readonly private: string
      readonly fromNow: string
    }
    readonly color: string
    readonly colorOf: (number: number, count: number) => string
    readonly own: string
    readonly pin: string
    readonly mute: string
    readonly muteHint: string
    readonly muteTopic: (topic: string) => string
    readonly notices: {
      readonly desktop_notifications: string
      readonly audible_notifications: string
      readonly push_notifications: string
      readonly email_notifications: string
      readonly wildcard_mentions_notify: string
    }
    readonly members: (count: number) => string
    readonly membersLoading: string
    readonly membersFailed: string
    readonly again: string
    readonly find: string
    readonly findOrAdd: string
    readonly findPeople: string
    readonly nobody: string
    readonly others: string
    readonly add: string
    readonly addOf: (name: string) => string
    readonly leave: string
    readonly leaveAnyway: string
    readonly stay: string
    readonly reallyLeave: string
    readonly left: (name: string) => string
    readonly join: string
    readonly name: string
    readonly description: string
    readonly readers: string
    readonly chosen: (count: number) => string
    readonly nameless: string
    readonly taken: string
  }
  readonly quickSwitcher: {
    readonly title: string
    readonly kinds: {
      readonly anything: string
      readonly stream: string
      readonly person: string
    }
    readonly places: string
    readonly nothing: string
    readonly unread: (count: number) => string
    readonly of: {
      readonly view: string
      readonly stream: string
      readonly topic: string
      readonly person: string
      readonly group: string
    }
  }
  readonly tabBar: {
    readonly title: string
    readonly inbox: string
    readonly private: string
    readonly you: string
    readonly unread: (count: number) => string
  }
  readonly widgets: {
    readonly poll: string
    readonly pollOn: (question: string) => string
    readonly noQuestion: string
    readonly editQuestion: string
    readonly question: string
    readonly save: string
    readonly votes: (count: number) => string
    readonly noOptions: string
    readonly newOption: string
    readonly otherVoters: (count: number) => string
    readonly moreOptions: (count: number) => string
    readonly todo: string
    readonly noTasks: string
    readonly newTask: string
    readonly description: string
    readonly moreTasks: (count: number) => string
    readonly add: string
    readonly taken: string
    readonly refused: (reason: string) => string
    readonly tooMuch: string
  }
  readonly databaseBanner: {
    readonly name: string
    readonly text: (percent: string) => string
    readonly show: string
  }
}
