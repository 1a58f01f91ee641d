import { ChevronLeft, ChevronRight } from 'lucide'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { texts } from '../../i18n'
import { Button, Icon } from '../../ui'
import type { SettingsPagesProps } from './tab-list'
import { groupsOf } from './tabs'

/** The settings on a small screen: a list of tabs, each of which opens as a page. */
export function Pages({ tabs, openTab: open, search, isSearching, onChoose }: SettingsPagesProps) {
  const t = texts.settings
  const root = useRef<HTMLDivElement>(null)
  const openId = open?.id ?? null
  const last = useRef(openId)
  // The focused element is gone: focus the back button, or the row that led to the page.
  useLayoutEffect(() => {
    if (last.current === openId) return
    // The row may be gone, if the user lost the right to the tab.
    const tos =
      openId === null ? [`#page-${last.current!}`, 'input[type=search]', '.pages button'] : ['.page-title > button']
    const to = tos.map((selector) => root.current!.querySelector<HTMLElement>(selector)).find((found) => found !== null)
    to?.focus()
    root.current!.closest('dialog')!.scrollTop = 0
    last.current = openId
  }, [openId])

  return (
    <div ref={root}>
      {open === null ? (
        <>
          {search}
          {!isSearching &&
            groupsOf(tabs).map(({ group, tabs: ofGroup }) => (
              <section key={group} class="pages">
                <h3>{t.groups[group]}</h3>
                <ul>
                  {ofGroup.map((tab) => (
                    <li key={tab.id}>
                      <button id={`page-${tab.id}`} type="button" onClick={() => onChoose(tab)}>
                        {tab.name}
                        <Icon of={ChevronRight} size={16} />
                      </button>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
        </>
      ) : (
        <>
          <div class="page-title">
            <Button kind="quiet" icon={ChevronLeft} onClick={() => onChoose(null)}>
              {t.all}
            </Button>
            <h3 id="page-title">{open.name}</h3>
          </div>
          <section key={open.id} class="sections" aria-labelledby="page-title">
            <open.Panel />
          </section>
        </>
      )}
    </div>
  )
}
