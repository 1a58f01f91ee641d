import type { ComponentChildren } from 'preact'
import { ChevronRight } from 'lucide'
import { useDerived } from '../../lib/use-derived'
import { Icon } from '../../ui'
import { texts } from '../../i18n'
import { isOpen, toggle } from './folds'
import { Count } from '../../features/conversation/summary/count'

interface SectionProps {
  /** A key that is the same in all languages. */
  readonly id: string
  readonly title: string
  readonly isOpenAtFirst?: boolean
  /** Counts the unread messages of the section. The count is shown while the section is closed. */
  readonly unread: () => number
  /** A button or link beside the title. */
  readonly tool?: ComponentChildren
  readonly children: (isOpen: boolean) => ComponentChildren
}

/** A section of the sidebar, which the user can open and close. */
export function Section({ id, title, isOpenAtFirst = true, unread, tool, children }: SectionProps) {
  const isShown = isOpen(id, isOpenAtFirst)
  const count = useDerived(() => (isShown ? 0 : unread()), [isShown, unread]).value
  return (
    <section>
      <h2>
        <button
          type="button"
          class="fold"
          aria-expanded={isShown}
          aria-label={count > 0 ? texts.sidebar.unread(title, count) : undefined}
          onClick={() => toggle(id)}
        >
          <Icon of={ChevronRight} size={14} />
          <span class="name">{title}</span>
          <Count of={count} />
        </button>
      </h2>
      {tool && <span class="tool">{tool}</span>}
      {children(isShown)}
    </section>
  )
}
