/** How a build, a deployment or a check stands. */
export type BuildState = 'passed' | 'failed' | 'running' | 'waiting' | 'stopped'

const icons: Readonly<Record<BuildState, string>> = {
  passed: ':check:',
  failed: ':cross_mark:',
  running: ':working_on_it:',
  waiting: ':time_ticking:',
  stopped: ':prohibited:',
}

/** An emoji by which people see at a glance how it stands. */
export const stateIcon = (state: BuildState): string => icons[state]
