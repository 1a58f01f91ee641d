import { useEffect, useRef } from 'preact/hooks'
import { lazy } from '../../ui'
import { Filtering } from './filtering'
import { PrivateConversations } from './private'
import { Streams } from './streams'
import { Views } from './views'
import { isFiltered } from './filter'
import './sidebar.css'

const FoundList = lazy(async () => (await import('./found-list')).FoundList)

/** The sidebar: views, filter, direct messages and streams. */
export function Sidebar() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The drawer was opened before the sidebar was loaded, and holds the focus itself.
    if (document.activeElement === box.current!.parentElement) box.current!.querySelector('a')?.focus()
  }, [])
  return (
    <div ref={box} class="sidebar">
      <Views />
      <div class="filter-place">
        <Filtering />
      </div>
      {isFiltered() ? (
        <FoundList />
      ) : (
        <>
          <PrivateConversations />
          <Streams />
        </>
      )}
    </div>
  )
}
