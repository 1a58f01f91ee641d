import { computed, type ReadonlySignal } from '@preact/signals'
import { AtSign, CalendarClock, Clock, Files, Inbox, MessagesSquare, Star, type IconNode } from 'lucide'
import type { Store } from '../../client'

interface View {
  readonly hash: string
  /** A view without an icon is not in the sidebar. */
  readonly icon?: IconNode
  /** Whether it has a screen of its own (`shell/main-pane`). Without one it is a list of messages, and its hash is their narrow. */
  readonly isScreen?: true
  /** What the sidebar counts beside its name. */
  readonly count?: (store: Store) => ReadonlySignal<number>
  /** Whether the sidebar leaves it out while there is nothing to count. */
  readonly isHiddenWhenEmpty?: true
}

/** Counts a list of the state. */
const countOf =
  (field: 'starred_messages' | 'drafts' | 'scheduled_messages') =>
  ({ state }: Store): ReadonlySignal<number> =>
    computed(() => state[field].value.length)

/** All views, in the order of the sidebar. */
export const views = {
  inbox: { hash: '#inbox', icon: Inbox, isScreen: true, count: ({ unread }) => unread.count('everywhere') },
  recent: { hash: '#recent', icon: Clock, isScreen: true },
  all: { hash: '#narrow', icon: MessagesSquare },
  mentions: { hash: '#narrow/is/mentioned', icon: AtSign, count: ({ unread }) => unread.mentions('everywhere') },
  starred: {
    hash: '#narrow/is/starred',
    icon: Star,
    count: countOf('starred_messages'),
  },
  drafts: {
    hash: '#drafts',
    icon: Files,
    isScreen: true,
    count: countOf('drafts'),
  },
  scheduled: {
    hash: '#scheduled',
    icon: CalendarClock,
    isScreen: true,
    isHiddenWhenEmpty: true,
    count: countOf('scheduled_messages'),
  },
  private: { hash: '#private', isScreen: true },
} as const satisfies Record<string, View>

export type ViewName = keyof typeof views

/** The views that have a screen. */
export type ScreenName = {
  [N in ViewName]: (typeof views)[N] extends { readonly isScreen: true } ? N : never
}[ViewName]

/** All views with their names. */
export const allViews = Object.entries(views) as readonly (readonly [ViewName, View])[]
