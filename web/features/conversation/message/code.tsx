import { ExternalLink } from 'lucide'
import type { Store } from '../../../../client'
import { copyText } from '../../../ui/clipboard'
import { texts } from '../../../i18n'
import { Icon, Menu } from '../../../ui'
import './code.css'

type Playground = Store['state']['realm_playgrounds']['value'][number]

interface CodeHeadingProps {
  readonly block: HTMLElement
  readonly playgrounds: readonly Playground[]
}

/** The heading of a code block: its language, links to playgrounds, and a button that copies the code. */
export function CodeHeading({ block, playgrounds }: CodeHeadingProps) {
  const language = block.dataset['codeLanguage'] ?? ''
  const code = (): string => block.querySelector('code')?.textContent ?? ''
  const fitting = playgrounds.flatMap(({ name, pygments_language, url_prefix }) => {
    const isSame = pygments_language.toLowerCase() === language.toLowerCase()
    const url = URL.parse(url_prefix + encodeURIComponent(code()))
    return isSame && url !== null && /^https?:$/.test(url.protocol) ? [{ name, href: url.href }] : []
  })
  const [first, second] = fitting
  const t = texts.codeBlocks
  return (
    <>
      <bdi class="language">{language}</bdi>
      {first !== undefined && second === undefined && (
        <a href={first.href} target="_blank" rel="noopener noreferrer">
          <Icon of={ExternalLink} size={14} />
          {t.view(first.name)}
        </a>
      )}
      {second !== undefined && (
        <Menu
          name={t.playgrounds}
          items={fitting.map(({ name, href }) => ({
            name,
            onChoose: () => void open(href, '_blank', 'noopener,noreferrer'),
          }))}
        >
          <Icon of={ExternalLink} size={14} />
          {t.playgrounds}
        </Menu>
      )}
      <button type="button" onClick={() => copyText(code(), t.copied)}>
        {t.copy}
      </button>
    </>
  )
}
