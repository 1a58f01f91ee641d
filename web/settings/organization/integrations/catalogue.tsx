import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { botTypes } from '../../../../client/policies'
import { texts } from '../../../i18n'
import { rank } from '../../../lib/rank'
import { dialogs } from '../../../routes/dialogs'
import { focusIn } from '../../../ui/focus'
import { Section } from '../../../ui/form'
import { isTouch } from '../../../ui/is-touch'
import { Filter } from '../../../ui/list'
import './catalogue.css'
import type { Service } from './use-integrations'

type Category = Service['category']

/** The positions of the categories, from the top. */
const positions: Readonly<Record<Category, number>> = {
  code: 1,
  builds: 2,
  monitoring: 3,
  incidents: 4,
  projects: 5,
  support: 6,
  money: 7,
  automation: 8,
  feeds: 9,
}

const categories = (Object.keys(positions) as Category[]).toSorted((a, b) => positions[a] - positions[b])

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

interface CatalogueProps {
  readonly services: readonly Service[]
  readonly onChoose: (service: Service) => void
}

/** All services by their categories, with a search box over both. Enter chooses the first result. */
export function Catalogue({ services, onChoose }: CatalogueProps) {
  const t = texts.organization.integrations
  const typed = useSignal('')
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isTouch.matches) focusIn(root.current, 'input')
  }, [])
  const isSearching = typed.value.trim() !== ''
  const found = rank(services, typed.value, {
    names: ({ name, label, category, source }) => [
      label,
      name,
      t.categories[category],
      ...(source === 'feed' ? [t.feed.formats] : []),
    ],
    maxResults: Infinity,
  })

  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing) return
    const step = steps[event.key]
    const stops = [...root.current!.querySelectorAll<HTMLElement>('input, .services button')]
    const at = stops.indexOf(document.activeElement as HTMLElement)
    if (step !== undefined) stops[at + step]?.focus()
    else if (event.key === 'Enter' && at === 0 && isSearching && found.length > 0) onChoose(found[0]!)
    else return
    event.preventDefault()
  }

  const list = (rows: readonly Service[]) => (
    <ul class="services">
      {rows.map((service) => (
        <li key={service.name}>
          <button type="button" onClick={() => onChoose(service)}>
            {service.label}
          </button>
        </li>
      ))}
    </ul>
  )

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the text box and the services within
    <div ref={root} class="sections" onKeyDown={onKeyDown}>
      <div>
        <Filter name={t.services.find} value={typed.value} onType={(text) => (typed.value = text)} />
        {isSearching && (
          <p class="hint" role="status">
            {found.length === 0 ? t.services.notFound : t.services.found(found.length)}
          </p>
        )}
      </div>
      {isSearching
        ? found.length > 0 && list(found)
        : categories
            .map((category) => ({ category, members: found.filter((service) => service.category === category) }))
            .filter(({ members }) => members.length > 0)
            .map(({ category, members }) => (
              <Section key={category} title={t.categories[category]}>
                {list(members)}
              </Section>
            ))}
      <div>
        <p class="hint">{t.services.others(texts.organization.bots.kinds[botTypes.incoming])}</p>
        <a class="link" href={`${dialogs.bots}/new`}>
          {texts.organization.bots.make}
        </a>
      </div>
    </div>
  )
}
