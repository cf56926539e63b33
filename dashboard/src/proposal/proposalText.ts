import { useSettings } from "../lib/settings.tsx"
import { proposal as de } from "../text/de.proposal.ts"
import { proposal as en } from "../text/en.proposal.ts"
import { proposal as nl } from "../text/nl.proposal.ts"

export type { ProposalText } from "../text/en.proposal.ts"

const TEXTS = { en, nl, de }

/** The words of accepting and of paper. */
export const useProposalText = () => TEXTS[useSettings().language]
