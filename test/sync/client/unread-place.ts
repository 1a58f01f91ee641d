/** Where an unread message counts. */
export type Place = ({ others: number[] } | { stream_id: number; topic: string }) & {
  /** Whether it mentions the reader, as far as nothing newer says otherwise. */
  mentioned: boolean
}
