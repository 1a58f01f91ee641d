/**
 * Why an archive of one's own data failed. `not_written`: a part could not be made or stored. `lost`: the server lost track of it.
 * `old_texts_unavailable`: the texts of old messages could not be read for a day.
 */
export const ownDataFailures = ['not_written', 'lost', 'old_texts_unavailable'] as const

export type OwnDataFailure = (typeof ownDataFailures)[number]
