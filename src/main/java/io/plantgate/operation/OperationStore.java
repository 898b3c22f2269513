package io.plantgate.operation;

import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/** The database's side of operations: each step is a transaction, and none waits for a device. */
final class OperationStore {

    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;

    OperationStore(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
        this.transactions = new TransactionTemplate(new DataSourceTransactionManager(dataSource));
    }

    JdbcClient.StatementSpec sql(String sql) {
        return jdbc.sql(sql);
    }

    /**
     * Runs a step in one transaction.
     *
     * @throws DuplicateKeyException if another node was first; that is an answer
     * @throws OperationsUnreachableException if the database cannot do it now
     */
    <T> T inTransaction(Supplier<T> step) {
        try {
            return transactions.execute(status -> step.get());
        } catch (DuplicateKeyException e) {
            throw e;
        } catch (DataAccessException | TransactionException e) {
            throw new OperationsUnreachableException("The operations' database does not answer.", e);
        }
    }
}
