import type { Payload } from '../../payload'

/** What Datadog writes before the name of a monitor: `[P2] [Triggered on {host:web}] `. */
const mark = /^\[([^[\]]*)\]\s*/

const priority = /^P[1-5]$/

const transitions =
  /^(?:(?:re-)?triggered|(?:re-)?warn(?: recovered)?|(?:re-)?no data(?: recovered)?|recovered|renotify)$/

interface TitleParts {
  /** `triggered`; empty if the title tells of no monitor. */
  readonly transition: string
  /** The group of a monitor that this is about: `host:web`. */
  readonly scope: string
  readonly priority: string
  readonly name: string
}

/** The parts of a title, because requests name them nowhere else unless people chose so. */
export function titleParts(title: string): TitleParts {
  let parts = { transition: '', scope: '', priority: '' }
  let name = title
  for (let found = mark.exec(name); found !== null; found = mark.exec(name)) {
    const inner = found[1]!
    const [state = '', scope = ''] = inner.split(/ on (?=\{)/)
    if (priority.test(inner)) parts = { ...parts, priority: inner }
    else if (transitions.test(state.toLowerCase()))
      parts = { ...parts, transition: state.toLowerCase(), scope: scope.replaceAll(/[{}]/g, '') }
    else break
    name = name.slice(found[0].length)
  }
  return { ...parts, name: name || title }
}

/** How the monitor changed: `triggered`, `no_data_recovered`. Empty if the event is of no monitor. */
export function transitionOf(payload: Payload): string {
  const sentTransition = payload.text('alert_transition').toLowerCase()
  const transition = transitions.test(sentTransition) ? sentTransition : titleParts(payload.text('title')).transition
  return transition.replaceAll(/[\s-]/g, '_')
}
