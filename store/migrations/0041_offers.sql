CREATE TABLE "offer_numbers" (
	"organization_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "offer_numbers_organization_id_mode_pk" PRIMARY KEY("organization_id","mode")
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"scan_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"number" integer NOT NULL,
	"version" integer NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"content" json NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" text,
	"accepted_address" text,
	"accepted_drawing" text,
	"accepted_hash" text,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "offer_numbers" ADD CONSTRAINT "offer_numbers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "offers_by_number" ON "offers" USING btree ("organization_id","mode","number");