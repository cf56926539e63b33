-- These columns hold zstd already: compressing them again costs time and gains nothing.
ALTER TABLE "scan_reports" ALTER COLUMN "series" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "profile_states" ALTER COLUMN "hours" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "profile_states" ALTER COLUMN "curves" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "load_profiles" ALTER COLUMN "hours" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "pvgis_curves" ALTER COLUMN "curve" SET STORAGE EXTERNAL;
