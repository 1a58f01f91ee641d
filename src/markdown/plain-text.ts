/** Tags that separate words; all others stand within a word as well as between words. */
export const separatingTags = 'p br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote div pre table thead tbody tr th td img'

const separating = new Set(separatingTags.split(' '))
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The words of rendered HTML, for the search index: inline markup does not split them, the borders of blocks do. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<\/?([^\s<>]*)(?:\s[^<>]*)?>/g, (_, name: string) => (separating.has(name) ? ' ' : ''))
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
