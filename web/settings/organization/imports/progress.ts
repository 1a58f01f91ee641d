import type { AnswerOf } from '../../../../client'
import type { texts } from '../../../i18n'

export type Import = AnswerOf<'GET /import'>['imports'][number]

type ChapterName = keyof typeof texts.organization.imports.chapters

/** How much of a chapter of the archive was imported. */
export interface Chapter {
  readonly name: ChapterName
  readonly imported: number
  readonly expected: number
}

/** The chapters that take long, which are shown first. */
const longChapters: readonly ChapterName[] = ['messages', 'files']

export const isLong = ({ name }: Pick<Chapter, 'name'>): boolean => longChapters.includes(name)

export const hasEnded = ({ finished_at, stopped_at }: Import): boolean => finished_at !== null || stopped_at !== null

/** The chapters that the archive has. Files count when their content is there. */
export function chaptersOf({ counts, files_done }: Import): Chapter[] {
  const arrived = (files_done.attachment ?? []).reduce((sum, [first, last]) => sum + last - first + 1, 0)
  const chapters = (Object.keys(counts) as ChapterName[]).flatMap((name) => {
    const { expected, imported } = counts[name]!
    return expected + imported === 0 ? [] : [{ name, expected, imported: name === 'files' ? arrived : imported }]
  })
  return [...chapters.filter(isLong), ...chapters.filter((chapter) => !isLong(chapter))]
}
