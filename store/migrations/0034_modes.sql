ALTER TABLE "profiles" ADD COLUMN "mode" text DEFAULT 'live' NOT NULL;--> statement-breakpoint
ALTER TABLE "load_profiles" ADD COLUMN "mode" text DEFAULT 'live' NOT NULL;--> statement-breakpoint
ALTER TABLE "price_series" ADD COLUMN "mode" text DEFAULT 'live' NOT NULL;--> statement-breakpoint
ALTER TABLE "battery_products" ADD COLUMN "mode" text DEFAULT 'live' NOT NULL;--> statement-breakpoint
ALTER TABLE "battery_products" DROP CONSTRAINT "battery_products_organization_id_id_pk";--> statement-breakpoint
ALTER TABLE "battery_products" ADD CONSTRAINT "battery_products_organization_id_mode_id_pk" PRIMARY KEY("organization_id","mode","id");
