/** A day of a hundred people: who works when, and how often anything is done. */

/** The whole day is for this many people and messages. Everybody works for eight hours, from nine to five where they live. */
export const team = { people: 100, messages: 5000, hours: 8, startsAt: 9 }

/** Where people live, a third of them in each place: hours that their clocks are ahead of UTC. */
export const zones = [
  { place: 'Helsinki', ahead: 2 },
  { place: 'Lisbon', ahead: 0 },
  { place: 'São Paulo', ahead: -3 },
]

/** Shares of the people who have a second device, of messages that are private, and of the others that mention somebody. */
export const shares = { secondDevice: 0.5, private: 0.4, mentioning: 0.1 }

export const devices = team.people * (1 + shares.secondDevice)

/** Whether a person has a phone that gets push messages. Every second person has one. */
export const hasPhone = (person: number): boolean => person % 2 === 0

export const phones = Math.ceil(team.people / 2)

/**
 * Mails that go out and come in. By default, a server sends 90 mails in a day (`src/mail/limits.ts`). It keeps some of them
 * for other mails, but here all are about missed messages. Incoming mails are alerts of programs, and mails that people forward.
 */
const mails = { missedMessages: 90, incoming: 50 }

/** How often everybody does a thing in their eight hours. */
const each = {
  /** Looks at the client: every four minutes. Half of what is new is of the conversations on show, which are read. */
  looks: 120,
  /** Marks of a look, a quarter of a minute apart. */
  marksOfLook: 2,
  /** Somebody comes to the keyboard or leaves it; and is there for six of eight hours, which is said every five minutes. */
  comings: 30,
  stayings: 72,
  reactions: 20,
  edits: 3,
  stars: 2,
  deletions: 1,
  drafts: 3,
  searches: 5,
  /** Narrows that this device has not shown yet, and pages of what is older. */
  narrows: 20,
  olderPages: 5,
  uploads: 2,
  /** Files and pictures of messages on show; browsers ask each time whether they may still show them. */
  files: 40,
  /** Who read a message, the source of one to edit, and other things that are read now and then. */
  otherReads: 10,
  settings: 3,
}

/** How often each device does a thing in a day. */
const ofDevice = {
  /** A lost connection: a lid is closed, a phone changes its network. */
  reconnects: 14,
  /** The queue has ended: in the morning, and after a long break. */
  registrations: 2,
}

/** Times that people log in by password: not every day, because a session lasts for a month. */
const logins = 10

const messagesToTopics = team.messages * (1 - shares.private)

/** Names of what is done, each as often as in the whole day. */
export const daily = {
  'a message to a topic': messagesToTopics * (1 - shares.mentioning),
  'a message that mentions somebody': messagesToTopics * shares.mentioning,
  'a direct message': team.messages * shares.private - mails.missedMessages,
  // A direct message to somebody who is on leave.
  'a mail about a missed message': mails.missedMessages,
  'a mail that becomes a message': mails.incoming,
  // Started once, and again while the longer ones are written.
  'a typing notice': team.messages * shares.private * 1.5,
  'marking messages as read': team.people * each.looks * each.marksOfLook,
  'a report of presence': team.people * (each.comings + each.stayings),
  'a reaction': team.people * each.reactions,
  'an edit': team.people * each.edits,
  'a star': team.people * each.stars,
  'a deletion': team.people * each.deletions,
  'a draft': team.people * each.drafts,
  'a draft that is sent or dropped': team.people * each.drafts,
  'a setting': team.people * each.settings,
  'a search': team.people * each.searches,
  'a narrow': team.people * each.narrows,
  'a page of older messages': team.people * each.olderPages,
  'a file that is sent': team.people * each.uploads,
  'a file that is shown': team.people * each.files,
  'another read': team.people * each.otherReads,
  'a lost connection': devices * ofDevice.reconnects,
  'a registration': devices * ofDevice.registrations,
  'a login': logins,
}

export type Deed = keyof typeof daily

export const deeds = Object.keys(daily) as Deed[]

/** What the library does by itself: it is done at its pace. */
export const acknowledging = 'an acknowledgement'

/** Messages that a mark is about: everybody reads two of five. */
export const messagesOfMark = Math.round((team.messages * 0.4) / (each.looks * each.marksOfLook))

/** Deeds that a client says on its socket, with which it acknowledges what it was told. */
export const socketDeeds: readonly Deed[] = [
  'a message to a topic',
  'a message that mentions somebody',
  'a direct message',
  'a mail about a missed message',
  'a typing notice',
  'marking messages as read',
  'a report of presence',
  'a reaction',
  'an edit',
  'a star',
  'a deletion',
  'a draft',
  'a draft that is sent or dropped',
  'a setting',
]

/** Deeds of which people may be notified who are away or have a phone. */
export const notifyingDeeds: readonly Deed[] = [
  'a message that mentions somebody',
  'a direct message',
  'a mail about a missed message',
  'a reaction',
]

/** Milliseconds after which a client acknowledges by itself what it was told (`client/connection/send-queue.ts`). */
const patience = 60_000

export const minutesOfDay = team.hours * 60

/** Acknowledgements that no other word carries, of all devices in a minute in which everybody works. */
export function acknowledgementsInMinute(): number {
  const ofPerson = socketDeeds.reduce((sum, name) => sum + daily[name], 0) / team.people / minutesOfDay
  const events = (team.messages + daily['a reaction'] + daily['an edit']) / minutesOfDay
  // Between two, something is told, and then no word is said for as long as a client waits.
  const rate = (words: number): number => {
    const wait = patience / 60_000
    const silence = Math.exp(-words * wait)
    return silence / (1 / events + (words === 0 ? wait : (1 - silence) / words))
  }
  return team.people * rate(ofPerson) + team.people * shares.secondDevice * rate(0)
}
