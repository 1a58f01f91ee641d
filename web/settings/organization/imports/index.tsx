import { useRef } from 'preact/hooks'
import { Loading } from '../../../ui/form'
import { texts } from '../../../i18n'
import { EndedImport } from './ended-import'
import { Instructions } from './instructions'
import { hasEnded } from './progress'
import { Running } from './running'
import { useLatestImport } from './use-latest-import'
import './imports.css'

/** How a team moves in: what to run, how far it has come, and what it has brought. */
export function Imports() {
  const latest = useLatestImport()
  const root = useRef<HTMLDivElement>(null)
  const latestImport = latest.data.value?.latest ?? null
  return (
    <div ref={root} class="sections" tabIndex={-1}>
      <Loading of={latest} texts={texts.settings} />
      {latest.data.value !== null && latestImport === null && <Instructions />}
      {latestImport !== null && !hasEnded(latestImport) && (
        <Running
          of={latestImport}
          onStopped={async () => {
            await latest.load()
            // The button has left the DOM.
            root.current?.focus()
          }}
        />
      )}
      {latestImport !== null && hasEnded(latestImport) && <EndedImport of={latestImport} />}
    </div>
  )
}
