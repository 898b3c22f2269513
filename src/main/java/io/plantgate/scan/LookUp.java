package io.plantgate.scan;

import io.plantgate.event.Scan;
import java.util.Map;
import java.util.TreeMap;

/** Asks the plant's own systems what a code belongs to. Called outside of any transaction; may take its time. */
interface LookUp {

    /** Nobody is asked. */
    LookUp NONE = new LookUp() {
        @Override
        public boolean asks() {
            return false;
        }

        @Override
        public Finding find(Scan scan) {
            return Finding.NOT_ASKED;
        }
    };

    /** False where the site has no look-up: then no thread is kept for it. Asked only once it is ready. */
    boolean asks();

    /** False until the site's routes run: before, nobody knows whether there is a look-up. */
    default boolean ready() {
        return true;
    }

    /** @throws Exception if it could not be asked; it is tried again */
    Finding find(Scan scan) throws Exception;

    /** What a look-up may know of a scan: object, action and place in the process. The device has no say in the result. */
    static Map<String, Object> question(Scan scan) {
        Map<String, Object> question = new TreeMap<>();
        question.put("scan_barcode", scan.code().raw());
        question.put(
                "barcode", scan.code().normal().substring(scan.code().normal().indexOf(':') + 1));
        question.put("barcode_type", scan.code().type());
        question.put("scan_action", scan.action());
        question.put("bind_sn", scan.binding().sn());
        question.put("bind_lot", scan.binding().lot());
        question.put("bind_station", scan.binding().station());
        question.put("work_order", scan.binding().workOrder());
        return question;
    }
}
