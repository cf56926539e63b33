import { ScanApiError } from "../../../client/index.ts"

/** Resolves when something is deleted, also where it was deleted before, in another tab or by a program. */
export const untilGone = async (deletion: Promise<unknown>): Promise<void> => {
  try {
    await deletion
  } catch (error) {
    if (!(error instanceof ScanApiError) || error.status !== 404) throw error
  }
}
