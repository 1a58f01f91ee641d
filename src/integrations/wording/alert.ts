import { boldLink, facts, lines, quote } from '../markdown'

/** How an alert, an incident or a monitor stands. */
export type AlertState = 'firing' | 'warning' | 'information' | 'acknowledged' | 'resolved' | 'muted' | 'unknown'

const icons: Readonly<Record<AlertState, string>> = {
  firing: ':rotating_light:',
  warning: ':warning:',
  information: ':info:',
  acknowledged: ':eyes:',
  resolved: ':check:',
  muted: ':mute:',
  unknown: ':question:',
}

/** An emoji by which people see at a glance how it stands. */
export const alertIcon = (state: AlertState): string => icons[state]

const usualWords: Readonly<Record<AlertState, string>> = {
  firing: 'is firing',
  warning: 'is at the level of a warning',
  information: 'tells something',
  acknowledged: 'was acknowledged',
  resolved: 'is resolved',
  muted: 'is muted',
  unknown: 'has no data',
}

export interface Alert {
  readonly state: AlertState
  readonly name: string
  /** Page of the alert; empty if there is none. */
  readonly url: string
  /** How it stands, in Markdown. Without it, the usual words for its state. */
  readonly words?: string | undefined
  /** What matters besides, with values in Markdown. */
  readonly facts?: Readonly<Record<string, string>>
  /** A longer text of people. */
  readonly text?: string
}

/** Tells how an alert stands: the same words for every service that watches something. */
export function alertContent({ state, name, url, words, facts: values = {}, text = '' }: Alert): string {
  const shownFacts = facts(values)
  const end = text !== '' && shownFacts === '' ? ':' : '.'
  return lines(
    `${alertIcon(state)} ${boldLink(name, url) || 'An alert'} ${words ?? usualWords[state]}${end}`,
    shownFacts,
    quote(text),
  )
}
